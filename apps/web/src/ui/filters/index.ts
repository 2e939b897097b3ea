export { type FilterChip, FilterChips } from './filter-chips.tsx'
export { type FilterField, fieldsOfGroups, filterFields, filterText } from './filter-fields.ts'
export {
  type FilterValue,
  type FilterValues,
  filterCriteria,
  isTexts,
  PLACE_MODEL,
  placeLevelOf,
  SECOND_PLACE_MODEL,
  setFilters,
  urlFilters,
} from './filter-values.ts'
