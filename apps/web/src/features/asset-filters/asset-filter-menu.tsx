import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { spaced } from '../../lib/metadata.ts'
import {
  type FilterChip,
  FilterChips,
  type FilterValues,
  filterText,
  isTexts,
} from '../../ui/filters/index.ts'
import { FilterMenu, type QuickFilter } from '../saved-filters/index.ts'
import { useAssetFilterFields } from './asset-filter-fields.ts'
import { type FilterTraits, PERIOD_MODEL } from './filter-traits.ts'

const LAST_SIX_HOURS = { createdAt: { preset: 'last-6-hours' } } as const satisfies FilterValues

/**
 * Returns the built-in filters of all users.
 * @param defaultType asset type of the page without a type filter
 */
function useQuickFilters(defaultType: string | undefined): readonly QuickFilter[] {
  const { t } = useTranslation('asset-filters')
  const patients = useQuery({ ...accessQuery(), enabled: false }).data?.patientDataAccess ?? false
  const ofType = (label: string, type: string): QuickFilter => ({
    label,
    values: type === defaultType ? {} : { AssetType: [type] },
  })
  return [
    ...(defaultType === undefined ? [{ label: t('allAssets'), values: {} }] : []),
    ofType(t('allDevices'), 'Equipment'),
    ...(patients ? [ofType(t('allPatients'), 'Patient')] : []),
    ofType(t('allClinicians'), 'Clinician'),
    { label: t('lastSixHours'), values: LAST_SIX_HOURS },
  ]
}

export interface AssetFiltersProps {
  /** Route of the page, without its leading slash; filters are saved per page. */
  readonly page: string
  /** Asset type of the page without a type filter; undefined if the page lists every type. */
  readonly defaultType?: string
  readonly filters: FilterValues
  readonly onFilters: (filters: FilterValues) => void
  readonly className?: string | undefined
  /** True for a drawer button without text */
  readonly compact?: boolean
  /** Differences between the page's filters and those of an asset list. */
  readonly traits?: FilterTraits
}

/** Returns the listed asset type; undefined for several. */
export function listedType({ filters, defaultType }: Pick<AssetFiltersProps, 'filters' | 'defaultType'>) {
  const type = filters['AssetType']
  if (!isTexts(type) || type.length === 0) return defaultType
  return type.length === 1 ? type[0] : undefined
}

/** Saved filters by name, and the button for all filters. */
export function AssetFilterMenu({ page, defaultType, filters, onFilters }: AssetFiltersProps) {
  const quickFilters = useQuickFilters(defaultType)
  return (
    <FilterMenu
      page={page}
      {...(defaultType === undefined ? {} : { defaultType })}
      quickFilters={quickFilters}
      values={filters}
      onValues={onFilters}
    />
  )
}

/** Derives a label for an unknown field: `Fields.BatteryLevel.Level` becomes `Battery Level`. */
const labelOfModel = (model: string): string => {
  const [first = '', second] = model.split('.')
  return spaced(second ?? first)
}

/** Set filters, each with a remove button. */
export function AssetFilterChips(props: Omit<AssetFiltersProps, 'page'>) {
  const { filters, onFilters, traits = {} } = props
  const isShown = (model: string): boolean => !(traits.hasPeriod && model === PERIOD_MODEL)
  const set = Object.entries(filters).filter(([model]) => isShown(model))
  const period = traits.hasPeriod ? filters[PERIOD_MODEL] : undefined
  const { fields, typeField } = useAssetFilterFields(listedType({ ...props }), set.length > 0, traits)
  const chips = set.map(([model, value]): FilterChip => {
    const field = [typeField, ...fields].find((candidate) => candidate.model === model)
    const { [model]: _removed, ...otherFilters } = filters
    return {
      key: model,
      label: field?.label ?? labelOfModel(model),
      text: filterText(field ?? { input: 'select', options: [] }, value),
      onRemove: () => onFilters(otherFilters),
    }
  })
  return <FilterChips chips={chips} onReset={() => onFilters(period ? { [PERIOD_MODEL]: period } : {})} />
}
