export { withPlaces } from './level-conditions.ts'
export { type InternalPlace, type InternalPlaces, openInternalPlaces } from './places.store.ts'
