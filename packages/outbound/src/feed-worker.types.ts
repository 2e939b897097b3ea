import type { MirthField } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import type { CacheMode, Logger } from '@wardtrack/service-kit'
import type { Delivery } from './delivery-lanes.ts'
import type { LeaseTimes } from './delivery-lease.ts'
import type { OutboxLimits } from './outbox-limits.ts'
import type { OutboxFigures } from './outbox-metrics.ts'
import type { Receiver } from './receivers.ts'
import type { TargetRules } from './resolve-target.ts'

/** Makes deliveries of what the feed refers to. */
export type DeliverySource = {
  kind: MirthField
  /**
   * Reads things by their references. A thing that is null is not to be delivered; one that is missing is not stored
   * yet, and asked for again.
   */
  load(refs: readonly string[]): Promise<ReadonlyMap<string, Delivery | null>>
}

/** An answer to things that tell of patients. */
export type PatientDisclosure = {
  kind: MirthField
  /** host that has them now */
  host: string
  status: number
  /** how many things told of them */
  things: number
  patients: ReadonlySet<string>
}

/** Times of feeds in milliseconds; tests shorten them. */
export type FeedTimes = LeaseTimes & {
  /** the pause after the first failure; each further one doubles it */
  firstPauseMs: number
  longestPauseMs: number
  /** how long one attempt may take */
  timeoutMs: number
  /** how often the feed is looked into without being told, and the lease is kept */
  pollMs: number
  /** how often what was delivered is noted in the store: a crash repeats as much */
  flushMs: number
  /** how often the feed is read from its beginning, where other processes may have put something */
  rescanMs: number
  /** how often the limits are looked at and patients are noted in the audit log */
  checkMs: number
  /** how long attempts under way may go on when the process stops */
  graceMs: number
  /** how long a thing that the feed refers to may take to be stored */
  missingMs: number
}

/** What the product uses. */
export const FEED_TIMES: FeedTimes = {
  firstPauseMs: 1_000,
  longestPauseMs: 300_000,
  timeoutMs: 10_000,
  pollMs: 1_000,
  flushMs: 250,
  rescanMs: 5_000,
  checkMs: 10_000,
  graceMs: 3_000,
  missingMs: 600_000,
  beatMs: 2_000,
  deadAfterMs: 12_000,
}

/** What a worker needs. */
export type FeedWorkerParts = {
  db: Database
  log: Logger
  cacheMode: CacheMode
  source: DeliverySource
  /** the receiver as it is set now; undefined when there is none: what waits is forgotten then */
  receiver(): Promise<Receiver | undefined>
  rules: TargetRules
  limits: OutboxLimits
  /** told what patients an address has learned of, together for a while */
  onDisclosure(disclosure: PatientDisclosure): void
  /** told how the feed stands, now and then */
  onFigures(figures: OutboxFigures): void
  times?: Partial<FeedTimes>
}

/** Delivers what a feed refers to. */
export type FeedWorker = {
  /** looks into the feed now: something was put there, or the address changed */
  wake(): void
  /** takes nothing more; attempts under way may end, for a short while */
  stop(): void
  /** stops, and resolves when nothing is under way and what was delivered is noted */
  close(): Promise<void>
}
