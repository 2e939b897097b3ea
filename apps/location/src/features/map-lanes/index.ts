export { mapLanesRoutes } from './map-lanes.routes.ts'
