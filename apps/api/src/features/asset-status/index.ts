export { assetStatusRoutes } from './asset-status.routes.ts'
