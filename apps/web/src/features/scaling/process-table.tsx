import type { ScalingStatus } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../lib/time.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { ScalingState } from './scaling-state.tsx'

type Process = ScalingStatus['processes'][number]

/** Processes of the installation, and their use of Redis and Kafka. */
export function ProcessTable({ processes }: { readonly processes: readonly Process[] }) {
  const { t } = useTranslation('scaling')
  const columns: DataColumn<Process>[] = [
    { title: t('processes.name'), cell: ({ name }) => name, onPhone: 'main' },
    { title: t('redis.title'), cell: ({ redis }) => <ScalingState state={redis} form="mark" />, named: true },
    { title: t('kafka.title'), cell: ({ kafka }) => <ScalingState state={kafka} form="mark" />, named: true },
    {
      title: t('processes.seen'),
      cell: ({ live, seenAt }) => (live ? t('processes.now') : dateTime(seenAt)),
    },
  ]
  return (
    <DataTable
      label={t('processes.title')}
      columns={columns}
      rows={processes}
      rowKey={({ name, seenAt, live }) =>
        `${name} ${live ? '' : seenAt} ${processes.findIndex((row) => row.name === name && row.seenAt === seenAt)}`
      }
      empty={t('processes.none')}
    />
  )
}
