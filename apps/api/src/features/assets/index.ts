export { EXCLUDED_FIELDS, toAssetAnswer, toAssetRef } from './asset-answer.ts'
export { type AssetFilter, type AssetLists, createAssetLists } from './asset-lists.store.ts'
export { assetRoutes } from './assets.routes.ts'
export { criteriaOf, invalidCriteria } from './read-asset-criteria.ts'
