export { toLocation } from './asset-answer.ts'
export { type AssetFilter, type AssetLists, createAssetLists } from './asset-lists.ts'
export { assetRoutes } from './assets.routes.ts'
export { criteriaOf } from './read-asset-criteria.ts'
