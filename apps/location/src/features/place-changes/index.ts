export { findPathChanges, type PathChange } from './find-path-changes.ts'
export { createPlaceChanges, type PlaceChanges } from './place-changes.ts'
export { rewriteAssets } from './rewrite-assets.ts'
