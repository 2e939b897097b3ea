export { type AssetChange, assetChangeOf } from './asset-change.ts'
export { writeAssociations } from './associations.ts'
export { type AssetIntake, createAssetIntake, ingestionRoutes, linkRefusal } from './ingestion.routes.ts'
export { assetKey, readAssets } from './read-assets.ts'
