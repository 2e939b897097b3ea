export { type FilterChip, FilterChips } from './filter-chips.tsx'
export { type FilterField, fieldsOfGroups, filterFields, filterText } from './filter-fields.ts'
export { type FilterValues, filterCriteria, PLACE_MODEL, urlFilters } from './filter-values.ts'
