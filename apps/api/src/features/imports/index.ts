export { importRoutes } from './imports.routes.ts'
export { openImports } from './imports.service.ts'
