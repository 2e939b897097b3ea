export { privilegeRoutes } from './privileges.routes.ts'
