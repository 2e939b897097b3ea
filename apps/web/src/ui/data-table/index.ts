export type { DataColumn } from './data-column.ts'
export { DataTable } from './data-table.tsx'
export { QueryTable } from './query-table.tsx'
export { useTableView } from './use-table-view.tsx'
