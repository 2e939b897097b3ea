export { GrowingColumn } from './growing-column.ts'
export { hasTooManyUnpacked, readDwell } from './read-dwell.ts'
