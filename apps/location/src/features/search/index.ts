export { openLocationNames } from './location-names.ts'
export { searchRoutes } from './search.routes.ts'
