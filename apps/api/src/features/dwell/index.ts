export { GrowableArray } from './dwell-counts.ts'
export { hasTooManyUnpacked, readDwell } from './read-dwell.ts'
