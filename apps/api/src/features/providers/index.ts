export { providerRoutes } from './providers.routes.ts'
