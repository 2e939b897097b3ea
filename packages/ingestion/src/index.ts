export type { AdmissionLimits } from './admission.ts'
export type { AssetResolver } from './asset-resolver.ts'
export {
  assetSubjectKey,
  CACHED_MEMBERS,
  type CachedAsset,
  type CachedPlace,
  type EventTime,
  isNewerThan,
  isTimed,
  latestCredible,
  olderThan,
  PLACE_MEMBERS,
  pastTagAt,
  tagSubjectKey,
  toCachedAsset,
  toCachedPlace,
} from './cached-asset.ts'
export { createIngestion, type Ingestion } from './create-ingestion.ts'
export { visibleDeadLetters } from './dead-letter-visibility.ts'
export type { DeadLetterSpec } from './dead-letters.routes.ts'
export { parseStoredItem } from './dead-letters.store.ts'
export { confirmInserted, insertNew, type StoreUpdate, updateEach } from './durable-writes.ts'
export { type EndpointSpec, servedCalls } from './endpoint.ts'
export type { IngestEndpoint } from './endpoint.types.ts'
export {
  type EventEndpoint,
  type EventEndpointSpec,
  type IngestEvent,
} from './event-endpoint.ts'
export { createLateStates, type LateStates } from './late-states.ts'
export {
  createMetadataMappingCache,
  type MetadataMapping,
  type MetadataMappingCache,
} from './metadata-mapping-cache.ts'
export { ACTIVITY_PERIOD_MS, activityTotalId, type ProviderActivityRecorder } from './provider-activity.ts'
export { createFormatRunner, type FormatRunner } from './provider-format/format-runner.ts'
export { formatId } from './provider-format/provider-formats.ts'
export { formatTemplates } from './provider-format/templates/index.ts'
export { countPrunable, PRUNABLE, prunableModel, rowsBetween } from './prunable.ts'
export type { Sender } from './read-items.ts'
export {
  type ItemRefusal,
  type ItemResult,
  isRefusal,
  type Outcome,
  refuseItem,
  type ValidItem,
} from './read-items.ts'
export { readRetentionDays } from './retention.ts'
export { markLate, withSilenceTime } from './silence-time.ts'
export type { EventKind } from './unresolved-events.ts'
