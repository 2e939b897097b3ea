export { mapRoutes } from './maps.routes.ts'
export { findMapsWithAssets } from './maps.store.ts'
export { createPointerReader, hasMap } from './read-pointers.ts'
