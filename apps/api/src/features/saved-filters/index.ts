export { savedFilterRoutes } from './saved-filters.routes.ts'
export { readFilterConditions } from './saved-filters.service.ts'
