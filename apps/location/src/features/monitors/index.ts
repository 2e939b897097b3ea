export { monitorRoutes } from './monitors.routes.ts'
