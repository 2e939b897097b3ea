export { useUnlistedType } from './asset-filter-fields.ts'
export { AssetFilterChips, AssetFilterMenu } from './asset-filter-menu.tsx'
export { AssetFilters } from './asset-filters.tsx'
export { type FilterTraits, PERIOD_MODEL } from './filter-traits.ts'
