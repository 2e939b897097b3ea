export { providerRoutes, pushAddress } from './providers.routes.ts'
