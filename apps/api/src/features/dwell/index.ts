export { countMoves, type MoveQuestion, moveFilter } from './dwell.store.ts'
export { readDwell } from './read-dwell.ts'
