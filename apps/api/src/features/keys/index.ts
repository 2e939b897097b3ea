export { keyRoutes } from './keys.routes.ts'
