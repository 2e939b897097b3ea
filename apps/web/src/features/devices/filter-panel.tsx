import { useTranslation } from 'react-i18next'
import { FilterDrawer } from '../../ui/filters/filter-drawer.tsx'
import type { FilterValues } from '../../ui/filters/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { PlaceControl } from '../places/index.ts'
import type { DeviceFilterFields } from './device-filter-fields.ts'

interface FilterPanelProps {
  readonly known: DeviceFilterFields
  readonly open: boolean
  readonly filters: FilterValues
  readonly onFilters: (filters: FilterValues) => void
  readonly onClose: () => void
}

/** All filters of the devices. It is loaded when it is opened first. */
export function FilterPanel({ known, open, filters, onFilters, onClose }: FilterPanelProps) {
  const { t } = useTranslation('devices')
  const { query, fields } = known
  return (
    <FilterDrawer
      open={open}
      fields={fields}
      values={filters}
      onApply={onFilters}
      onClose={onClose}
      PlaceControl={PlaceControl}
      instead={
        query.data ? undefined : (
          <QueryState query={query} failed={t('filters.failed')}>
            {() => null}
          </QueryState>
        )
      }
    />
  )
}
