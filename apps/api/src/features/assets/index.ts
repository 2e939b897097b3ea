export { toLocation } from './asset-answer.ts'
export { assetRoutes } from './assets.routes.ts'
export { type AssetFilter, type AssetLists, createAssetLists } from './assets.store.ts'
export { criteriaOf } from './read-asset-criteria.ts'
