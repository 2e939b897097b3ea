import type { StoredKindUsage } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { Panel } from '../../ui/panel.tsx'

/** Table of the kinds of data: rows, size, growth, days kept, oldest row. */
export function UsageTable({ kinds }: { readonly kinds: readonly StoredKindUsage[] }) {
  const { t } = useTranslation('storage')
  const columns: DataColumn<StoredKindUsage>[] = [
    { title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`), onPhone: 'main' },
    { title: t('column.size'), cell: ({ bytes }) => formatBytes(bytes), onPhone: 'end' },
    { title: t('column.rows'), cell: ({ count }) => formatNumber(count), named: true },
    {
      title: t('column.growth'),
      cell: ({ bytesPerDay }) =>
        bytesPerDay === undefined ? MISSING : t('disk.perDay', { bytes: formatBytes(bytesPerDay) }),
      named: true,
    },
    {
      title: t('column.kept'),
      cell: ({ days }) => (days === undefined ? t('column.always') : t('disk.days', { count: days })),
      named: true,
    },
    {
      title: t('column.oldest'),
      cell: ({ oldest }) => (oldest === undefined ? MISSING : dateTime(oldest)),
      onPhone: 'hidden',
    },
  ]
  return (
    <Panel title={t('table')}>
      <DataTable
        label={t('table')}
        columns={columns}
        rows={kinds}
        rowKey={({ kind }) => kind}
        empty=""
        whole
      />
    </Panel>
  )
}
