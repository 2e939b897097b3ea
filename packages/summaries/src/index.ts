export { type AssetMoment, type Circumstances, readCircumstances } from './circumstances.ts'
export { markDecryptedStates, removeEncryptedStretches } from './encrypted-states.ts'
export { createWritingGroups, type WritingGroups } from './in-flight.ts'
export { firstDifferentLevel, isSamePlace, placeKeyOf } from './place-key.ts'
export { PRIMARY_FRESHNESS_MS, type TagRole } from './primary-tag-window.ts'
export {
  alarmOf,
  newRebuild,
  type RebuildProgress,
  rebuildAllSummaries,
} from './rebuild-assets.ts'
export {
  hasEncryptedStates,
  isEncryptedState,
  reportsCondition,
  type StateField,
  stateValue,
} from './state-fields.ts'
export { stretchFrom } from './stretch-series.ts'
export { createStretchSummarizer, type StretchStep, type StretchSummarizer } from './stretch-summarizer.ts'
export { type DueMark, END_OF_TIME } from './summary-marks.ts'
export { visitFrom } from './visit-series.ts'
export {
  createVisitSummarizer,
  type HistoryRetention,
  type PlacePathSource,
  type VisitStep,
  type VisitSummarizer,
} from './visit-summarizer.ts'
export { readMarkBacklog } from './watch-marks.ts'
