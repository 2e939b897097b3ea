export { locationTagRoutes } from './location-tags.routes.ts'
