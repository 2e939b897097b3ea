export { encryptionRoutes } from './encryption.routes.ts'
