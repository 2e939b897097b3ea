import { queryOptions, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './metadata-mapping.module.css'

/** Query for the fields that integrations send and the mapping lacks. */
const unmappedFieldsQuery = () =>
  queryOptions({
    queryKey: [KEYS.metadata, 'unmapped-fields'],
    queryFn: async ({ signal }) => (await api.call('getUnmappedFields', { signal })).data,
    staleTime: 0,
  })

interface UnmappedFieldsProps {
  readonly type: string
  readonly onAdd: (name: string) => void
}

/**
 * Fields of an asset type that integrations send and the mapping lacks, each with an add button; renders nothing if
 * there are none.
 */
export function UnmappedFields({ type, onAdd }: UnmappedFieldsProps) {
  const { t } = useTranslation('metadata-mapping')
  const found = useQuery(unmappedFieldsQuery()).data ?? []
  const fields = found.filter((field) => field.type === type)
  if (fields.length === 0) return null
  const columns: DataColumn<(typeof fields)[number]>[] = [
    { title: t('unmapped.name'), cell: ({ name }) => <code>{name}</code>, onPhone: 'main' },
    {
      title: t('unmapped.samples'),
      cell: ({ samples }) => (samples.length > 0 ? samples.join(' · ') : '--'),
      onPhone: 'wide',
    },
    { title: t('unmapped.source'), cell: ({ source }) => t(`unmapped.sources.${source}`) },
    {
      title: t('unmapped.add'),
      onPhone: 'end',
      cell: ({ name }) => (
        <OnlineButton
          size="small"
          aria-label={t('unmapped.addNamed', { name })}
          icon={<Plus size={14} strokeWidth={2.1} aria-hidden />}
          onClick={() => onAdd(name)}
        >
          {t('unmapped.add')}
        </OnlineButton>
      ),
    },
  ]
  return (
    <Panel title={t('unmapped.title')} className={styles.unmapped}>
      <p className={styles.unmappedText}>{t('unmapped.text')}</p>
      <DataTable
        label={t('unmapped.title')}
        columns={columns}
        rows={fields}
        rowKey={({ name }) => name}
        empty=""
        whole
      />
    </Panel>
  )
}
