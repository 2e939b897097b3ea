export { startReservedTags } from './assign-reserved-tags.ts'
export { locationTagRoutes } from './location-tags.routes.ts'
export { type Reservation, reservedKeysOf, reserveTags } from './reserved-tags.store.ts'
export { seenTags } from './unassigned-tags.store.ts'
