export { hierarchyRoutes } from './hierarchies.routes.ts'
export { addMissingDepths } from './hierarchies.store.ts'
