export { claimAnswer, missingAnswer } from './nearest-answer.ts'
export { nearestAssetRoutes } from './nearest-assets.routes.ts'
