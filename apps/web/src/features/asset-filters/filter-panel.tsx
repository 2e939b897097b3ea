import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterDrawer } from '../../ui/filters/filter-drawer.tsx'
import type { FilterValues } from '../../ui/filters/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { PlaceControl } from '../places/index.ts'
import { SaveFilterForm } from '../saved-filters/index.ts'
import type { AssetFilterFields } from './asset-filter-fields.ts'
import type { AssetFiltersProps } from './asset-filter-menu.tsx'
import { PERIOD_MODEL } from './filter-traits.ts'

interface FilterPanelProps extends AssetFiltersProps {
  readonly known: AssetFilterFields
  readonly open: boolean
  readonly onClose: () => void
}

/** Panel with all filters of an asset list, and saving them. It is loaded when first opened. */
export function FilterPanel(props: FilterPanelProps) {
  const { page, defaultType, known, open, filters, onFilters, onClose, traits = {} } = props
  const { t } = useTranslation('asset-filters')
  const [chosen, setChosen] = useState<FilterValues>()
  const { query, fields } = known
  // Type and period are chosen elsewhere. A form without fields for them must not remove them.
  const { AssetType, [PERIOD_MODEL]: createdAt } = filters
  const period = traits.hasPeriod && createdAt ? { createdAt } : {}
  const withType = (values: FilterValues): FilterValues => ({
    ...(AssetType ? { AssetType } : {}),
    ...period,
    ...values,
  })
  const close = (): void => {
    setChosen(undefined)
    onClose()
  }
  return (
    <FilterDrawer
      open={open}
      fields={fields}
      values={filters}
      onApply={(values) => onFilters(withType(values))}
      onReset={() => onFilters(period)}
      onChosen={(values) => setChosen(withType(values))}
      onClose={close}
      PlaceControl={PlaceControl}
      after={
        traits.isReadOnly ? undefined : (
          <SaveFilterForm
            page={page}
            {...(defaultType === undefined ? {} : { defaultType })}
            values={filters}
            chosen={chosen}
            onValues={(values) => {
              onFilters(values)
              close()
            }}
          />
        )
      }
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
