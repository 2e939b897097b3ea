export { createMapUploads } from './map-uploads.ts'
export { mapRoutes } from './maps.routes.ts'
export { createMapService } from './maps.service.ts'
