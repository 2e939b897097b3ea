export { FenceTable as Page } from '../../features/fence-table/index.ts'
