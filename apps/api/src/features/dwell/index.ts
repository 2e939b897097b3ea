export { countMoves } from './dwell.store.ts'
export { readDwell } from './read-dwell.ts'
