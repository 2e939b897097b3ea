export { assetName, reportsStates, statusTime, subtitleOf } from './asset-facts.ts'
export { AssetPicture } from './asset-picture.tsx'
export { FieldLabel } from './field-label.tsx'
export { FetchChips, StateChips } from './state-chips.tsx'
