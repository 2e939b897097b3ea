export { FenceTable } from './fence-table.tsx'
