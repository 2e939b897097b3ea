export { FilterChips } from './filter-chips.tsx'
export { FilterDrawer } from './filter-drawer.tsx'
export { filterCriteria, filterFields, filterText } from './filter-fields.ts'
