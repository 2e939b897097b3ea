export { type AssetChange, assetChangeOf } from './asset-change.ts'
export { type AssetIntake, createAssetIntake } from './asset-intake.ts'
export { ingestionRoutes } from './ingestion.routes.ts'
export { assetKey, readAssets } from './read-assets.ts'
