export { withPlaces } from './level-conditions.ts'
export { type InternalPlaces, openInternalPlaces } from './places.store.ts'
