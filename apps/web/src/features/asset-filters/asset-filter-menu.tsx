import { spaced } from '../../lib/metadata.ts'
import {
  type FilterChip,
  FilterChips,
  type FilterValues,
  filterText,
  isTexts,
} from '../../ui/filters/index.ts'
import { FilterMenu } from '../saved-filters/index.ts'
import { useAssetFilterFields } from './asset-filter-fields.ts'
import { type FilterTraits, PERIOD_MODEL } from './filter-traits.ts'
import { useQuickFilters } from './quick-filters.ts'

export interface AssetFiltersProps {
  /** Route of the page, without its leading slash: filters are saved for each page. */
  readonly page: string
  /** Asset type that the page lists when no filter names one; undefined where it lists every type. */
  readonly defaultType?: string
  readonly filters: FilterValues
  readonly onFilters: (filters: FilterValues) => void
  readonly className?: string | undefined
  /** the button of the drawer without its word */
  readonly compact?: boolean
  /** How the page's filters differ from those of a list of assets. */
  readonly traits?: FilterTraits
}

/** The asset type that is listed; undefined for several. */
export function listedType({ filters, defaultType }: Pick<AssetFiltersProps, 'filters' | 'defaultType'>) {
  const type = filters['AssetType']
  if (!isTexts(type) || type.length === 0) return defaultType
  return type.length === 1 ? type[0] : undefined
}

/** The filters that are on by their name, and the way to the others. */
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

/** The name of a field that is not known: `Fields.BatteryLevel.Level` as `Battery Level`. */
const labelOfModel = (model: string): string => {
  const [first = '', second] = model.split('.')
  return spaced(second ?? first)
}

/** The filters that are on, each with a way to take it off. */
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
