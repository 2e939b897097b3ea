export { hierarchyRoutes } from './hierarchies.routes.ts'
export { addMissingDepths } from './keep-depths.ts'
