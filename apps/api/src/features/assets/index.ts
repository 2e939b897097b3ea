export { EXCLUDED_FIELDS, toAssetAnswer, toAssetRef, toLinkPairs } from './asset-answer.ts'
export {
  type AssetFilter,
  type AssetLists,
  createAssetLists,
  type OmittableField,
  SPARE_MEMBERS,
} from './asset-lists.store.ts'
export { assetRoutes } from './assets.routes.ts'
export { type AssetName, findAsset } from './assets.store.ts'
export { optionText, valueAt } from './field-value.ts'
export { mayFindPatients } from './filter-types.ts'
export { findTarget } from './find-target.ts'
export { criteriaOf, invalidCriteria } from './read-asset-criteria.ts'
