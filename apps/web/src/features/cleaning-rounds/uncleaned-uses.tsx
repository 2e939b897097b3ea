import type { UncleanedUse } from '@wardtrack/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { DataTable } from '../../ui/data-table/index.ts'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChartNote } from '../reports/index.ts'
import { useUncleanedColumns } from './cleaning-columns.tsx'

/** Number of rows on a page. */
const PAGE_SIZE = 10

interface UncleanedUsesProps {
  /** Newest first. */
  readonly uses: readonly UncleanedUse[]
  /** Total number. */
  readonly total: number
}

/** Equipment reused without cleaning, with links. */
export function UncleanedUses({ uses, total }: UncleanedUsesProps) {
  const { t } = useTranslation('analyses')
  const columns = useUncleanedColumns()
  const [requestedPage, setRequestedPage] = useState(1)
  // A later response may have fewer rows.
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(uses.length / PAGE_SIZE)))
  const shown = uses.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const title = t('cleaning.uncleaned')
  return (
    <Panel
      title={title}
      extra={
        total > uses.length ? (
          <ChartNote>
            {t('cleaning.latest', { shown: formatNumber(uses.length), total: formatNumber(total) })}
          </ChartNote>
        ) : null
      }
    >
      <DataTable
        label={title}
        density="history"
        columns={columns}
        rows={shown}
        rowKey={({ AssetType, AssetId, usedAgainAt }) => [AssetType, AssetId, usedAgainAt].join('|')}
        empty={t('cleaning.everyClean')}
      />
      {uses.length > PAGE_SIZE ? (
        <Pager
          inPanel
          label={t('cleaning.pages')}
          page={page}
          pageSize={PAGE_SIZE}
          total={uses.length}
          shown={shown.length}
          onPage={setRequestedPage}
        />
      ) : null}
    </Panel>
  )
}
