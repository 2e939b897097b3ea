export { providerRoutes } from './providers.routes.ts'
export { pushAddress } from './push-addresses.ts'
