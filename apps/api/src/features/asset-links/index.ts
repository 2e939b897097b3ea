export { assetLinkRoutes } from './asset-links.routes.ts'
