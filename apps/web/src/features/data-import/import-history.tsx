import { useQuery } from '@tanstack/react-query'
import type { ImportFile } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { importListQuery } from './import-queries.ts'

interface ImportHistoryProps {
  /** Id of the open file. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** Newest files of this user, which can be reopened. */
export function ImportHistory({ chosen, onChoose }: ImportHistoryProps) {
  const { t } = useTranslation('data-import')
  const list = useQuery(importListQuery())
  const columns: DataColumn<ImportFile>[] = [
    { title: t('history.time'), cell: ({ uploadedAt }) => dateTime(uploadedAt), onPhone: 'end', width: 190 },
    { title: t('history.type'), cell: ({ operation }) => t(`types.${operation}`), onPhone: 'main' },
    { title: t('history.rows'), cell: ({ rows }) => formatNumber(rows), named: true },
    {
      title: t('history.outcome'),
      cell: ({ run }) =>
        run
          ? t(run.dryRun ? 'history.tried' : 'history.imported', {
              accepted: formatNumber(run.accepted),
              refused: formatNumber(run.refused),
            })
          : MISSING,
    },
    {
      title: t('history.open'),
      cell: ({ id, uploadedAt }) => (
        <Button
          size="small"
          disabled={id === chosen}
          aria-label={t('history.openOf', { time: dateTime(uploadedAt) })}
          onClick={() => onChoose(id)}
        >
          {t('history.open')}
        </Button>
      ),
      width: 110,
    },
  ]
  return (
    <Panel title={t('history.title')}>
      <QueryState query={list} failed={t('history.failed')}>
        {(files) => (
          <DataTable
            label={t('history.title')}
            columns={columns}
            rows={files}
            rowKey={({ id }) => id}
            empty={t('history.none')}
            density="history"
            whole
          />
        )}
      </QueryState>
    </Panel>
  )
}
