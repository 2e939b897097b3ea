export { GrowableArray } from './growable-array.ts'
export { hasTooManyUnpacked, readDwell } from './read-dwell.ts'
