export { Types, trusted } from 'mongoose'
export { alertGrams, alertSearchText, pathText } from './alert-search.ts'
export * from './criteria/asset-filter.ts'
export * from './criteria/read-criteria.ts'
export { summarizeCriteria } from './criteria/summarize-criteria.ts'
export { DURABLE_READ } from './durable-read.ts'
export { findHistoryPage, findPage, type HistoryPageRequest, type PageRequest } from './find-history-page.ts'
export type { LeanModel, LeanQuery } from './lean-model.ts'
export { markPatientTerms } from './mark-patient-terms.ts'
export * from './models/access.model.ts'
export * from './models/asset.model.ts'
export * from './models/asset-selection.model.ts'
export * from './models/custom-report.model.ts'
export * from './models/delivery.model.ts'
export * from './models/encryption.model.ts'
export * from './models/geofence.model.ts'
export * from './models/history.model.ts'
export * from './models/import.model.ts'
export * from './models/ingestion.model.ts'
export * from './models/job.model.ts'
export * from './models/missing-report.model.ts'
export * from './models/notification.model.ts'
export * from './models/par-level.model.ts'
export * from './models/place.model.ts'
export * from './models/provider.model.ts'
export type { QueueRouteDoc } from './models/queue-route.model.ts'
export * from './models/report-schedule.model.ts'
export * from './models/rule.model.ts'
export * from './models/saved-filter.model.ts'
export * from './models/settings.model.ts'
export * from './models/state-snapshot.model.ts'
export * from './models/summary.model.ts'
export * from './models/tag.model.ts'
export {
  type Collection,
  type Database,
  openDatabase,
} from './open-database.ts'
export {
  createPlacePaths,
  levelsOf,
  type PlacePaths,
  type PlaceReference,
  readPlacePaths,
  STORED_PATHS,
} from './place-paths.ts'
export {
  atRevision,
  type BulkFailures,
  bulkFailures,
  ignoreDuplicates,
  isDuplicateKey,
  nextRevision,
  type Revised,
  replaceAtRevision,
  revisionOf,
  updateAtRevision,
} from './revision.ts'
export { type EncryptionRules, encryptionRules, NO_RULES } from './sealing/encryption-rules.ts'
export { SEALED_COLLECTIONS, type SealedCollection } from './sealing/sealed-members.ts'
export type { AlignedDocument, Sealing, SealingSource } from './sealing/sealing.ts'
export { GRAM_END, gramCondition, gramsOf, searchGrams } from './search-grams.ts'
export { readTerm, type SearchPart, searchedParts, searchPartOf, storedTerm } from './search-parts.ts'
export { placeMatcher } from './search-places.ts'
export { isNameWord, isWordSearch, NAME_PATH, searchWords } from './search-words.ts'
export { readLimits, STORAGE_LIMITS, type StorageLimits } from './storage-limits.ts'
export { madeOnce, readStored, type StoredDocument, visitStored } from './stored-documents.ts'
export {
  type AssignedTags,
  readTagEnds,
  type TagMoment,
  tagChanges,
  tagsAfter,
} from './tag-assignments.ts'
export type { BusTopics, OfPatients } from './topics.ts'
