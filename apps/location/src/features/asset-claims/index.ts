export { assetClaimRoutes } from './asset-claims.routes.ts'
