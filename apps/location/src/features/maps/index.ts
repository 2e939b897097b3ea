export { mapRoutes } from './maps.routes.ts'
export { createMapService } from './maps.service.ts'
