export { type InternalPlaces, openInternalPlaces } from './internal-places.ts'
export { withPlaces } from './level-conditions.ts'
