export { AssetFilterChips, AssetFilterMenu } from './asset-filter-menu.tsx'
export { AssetFilters } from './asset-filters.tsx'
