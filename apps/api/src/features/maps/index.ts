export { mapRoutes } from './maps.routes.ts'
export { createPointerReader, hasMap } from './maps.service.ts'
export { findMapsWithAssets } from './maps.store.ts'
