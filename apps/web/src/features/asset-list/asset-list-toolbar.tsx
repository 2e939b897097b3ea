import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filterOptionsQuery } from '../../lib/queries.ts'
import type { FilterValues } from '../../ui/filters/index.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { AssetFilterChips, AssetFilters } from '../asset-filters/index.ts'
import { ReportExport, ScheduleLink } from '../report-files/index.ts'
import { type AssetListState, sortedCriteria } from './asset-list-state.ts'
import { TypePanel } from './type-panel.tsx'

interface AssetListToolbarProps {
  readonly state: AssetListState
  /** Choice of columns. */
  readonly menu: ReactNode
  /** Actions on many assets. */
  readonly action: ReactNode
  readonly onFilters: (filters: FilterValues) => void
}

/** Type, category and filters of the list, and its actions. */
export function AssetListToolbar({ state, menu, action, onFilters }: AssetListToolbarProps) {
  const { t } = useTranslation('asset-list')
  const { filters } = state
  const { data = {} } = useQuery(filterOptionsQuery())
  return (
    <PageToolbar
      actions={
        <>
          {action}
          <ReportExport
            label={t('export')}
            page="assetlist"
            criteria={() => sortedCriteria(state, Date.now())}
            {...(Object.keys(filters).length === 0 ? { disabledReason: t('exportFiltered') } : {})}
          />
          {Object.keys(filters).length > 0 ? (
            <ScheduleLink page="assetlist" body={() => ({ items: sortedCriteria(state, Date.now()) })} />
          ) : null}
          {menu}
        </>
      }
      chips={<AssetFilterChips filters={filters} onFilters={onFilters} />}
      lead={
        <TypePanel
          key={JSON.stringify([filters['AssetType'], filters['Fields.PrimaryCategory']])}
          types={Object.keys(data)}
          filters={filters}
          onFilters={onFilters}
        />
      }
    >
      <AssetFilters page="assetlist" filters={filters} onFilters={onFilters} />
    </PageToolbar>
  )
}
