export type { Express, Request, Response } from 'express'
export type { Logger } from 'pino'
export * from './api-error.ts'
export { type AuditDetails, type AuditedRequest, type AuditSink, clientAddress } from './audit.ts'
export { boundedCache } from './bounded-cache.ts'
export {
  type CachedValue,
  type CachedValueOptions,
  type CacheMode,
  type CacheParts,
  cachedValue,
  hasReliableInvalidation,
} from './cached-value.ts'
export { type CallBudget, type CallSlot, createCallBudget } from './call-budget.ts'
export { CALL_LIMITS, type CallLimits } from './call-shares.ts'
export { type Clock, type ClockReadings, createClock } from './clock.ts'
export { type AppOptions, createApp } from './create-app.ts'
export { csvLine, tableCell, unguardFormulas } from './csv.ts'
export { deriveKey } from './derive-key.ts'
export { detailsOf } from './details-of.ts'
export { createDiskRoom, type DiskRoom, type DiskRoomOptions } from './disk-room.ts'
export { type BusOptions, createEventBus, type EventBus } from './event-bus.ts'
export { createHealth, type Health, operationsCalls } from './health.ts'
export {
  type RunningServer,
  type RunOptions,
  runServer,
  type ShutdownLimits,
  stopOnSignals,
} from './lifecycle.ts'
export { BUS_GAP } from './local-bus.ts'
export { closeLog, createLog, type LogOptions } from './log.ts'
export { createMetrics, type ServiceMetrics } from './metrics.ts'
export { expressPathsOf, mountCalls, mountErrors } from './mount-calls.ts'
export { createPushListener } from './push-listener.ts'
export { ConfigError, readConfig } from './read-config.ts'
export { watchBodyPace } from './read-json-body.ts'
export { createRedisStore, type RedisStore } from './redis-store.ts'
export { MAX_LEVELS, refusedJson } from './refused-json.ts'
export { abandonedSignal, sendStream } from './send-answer.ts'
export { isDiskFull, isStoreUnreachable, sendApiError } from './send-api-error.ts'
export { type MadeFile, sendCsv, sendFile } from './send-file.ts'
export {
  type Authorize,
  type CallContext,
  type Handler,
  type MountOptions,
  type ServedCall,
  serve,
} from './served-call.ts'
export type { BusLog } from './store-bus.ts'
export { parserThreads } from './threads/parser-threads.ts'
export { createTurns } from './threads/turns.ts'
export { isLight, weightOf } from './threads/value-pieces.ts'
export { TimeLimitError, withTimeLimit } from './time-limit.ts'
export { addDays, momentOf, wallTimeAt, weekdayOf } from './wall-clock.ts'
