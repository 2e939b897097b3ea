export { FilterMenu } from './filter-menu.tsx'
export type { QuickFilter } from './filter-menu.types.ts'
export { SaveFilterForm } from './save-filter-form.tsx'
export { useDefaultFilter } from './use-default-filter.ts'
