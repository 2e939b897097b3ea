export { nearestAssetRoutes } from './nearest-assets.routes.ts'
export { claimAnswer, missingAnswer } from './nearest-assets.service.ts'
