export { resetSnapshots } from './snapshots.store.ts'
export { startStatePacker } from './state-packer.ts'
export { createStateReader, type StateReader } from './state-reader.ts'
export { countedField, isCountedBy, StateCounts } from './state-word.ts'
