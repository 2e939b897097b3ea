export { hierarchyRoutes } from './hierarchies.routes.ts'
export { addMissingDepths, addMissingImageSizes } from './hierarchies.store.ts'
