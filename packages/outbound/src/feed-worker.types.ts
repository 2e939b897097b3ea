import type { MirthField } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import type { CacheMode, Logger } from '@wardtrack/service-kit'
import type { Delivery } from './delivery-lanes.ts'
import type { LeaseTimes } from './delivery-lease.ts'
import type { OutboxLimits } from './outbox-limits.ts'
import type { OutboxFigures } from './outbox-metrics.ts'
import type { Receiver } from './receivers.ts'
import type { TargetRules } from './resolve-target.ts'

/** Creates deliveries from the feed's references. */
export type DeliverySource = {
  kind: MirthField
  /**
   * Loads deliveries by their references. A null delivery is not to be sent. A missing delivery is not stored yet,
   * and is loaded again later.
   */
  load(refs: readonly string[]): Promise<ReadonlyMap<string, Delivery | null>>
}

/** A disclosure of patients to a receiver. */
export type PatientDisclosure = {
  kind: MirthField
  /** host of the receiver */
  host: string
  status: number
  /** number of deliveries about these patients */
  things: number
  patients: ReadonlySet<string>
}

/** Times of feeds in milliseconds; tests shorten them. */
export type FeedTimes = LeaseTimes & {
  /** pause after the first failure; it doubles with each further one */
  firstPauseMs: number
  longestPauseMs: number
  /** time limit of one attempt */
  timeoutMs: number
  /** interval between reads of the feed without a wake-up, and between renewals of the lease */
  pollMs: number
  /** interval between records of deliveries in the store: a crash repeats the deliveries since the last */
  flushMs: number
  /** interval between reads from the feed's beginning, where other processes may have added references */
  rescanMs: number
  /** interval between checks of the limits and audit entries about patients */
  checkMs: number
  /** time for attempts in progress when the process stops */
  graceMs: number
  /** longest wait for the object of a reference to be stored */
  missingMs: number
}

/** Default times. */
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

/** Dependencies of a worker. */
export type FeedWorkerParts = {
  db: Database
  log: Logger
  cacheMode: CacheMode
  source: DeliverySource
  /** returns the current receiver; undefined when none is set: waiting deliveries are then dropped */
  receiver(): Promise<Receiver | undefined>
  rules: TargetRules
  limits: OutboxLimits
  /** called with the patients disclosed to an address, collected over a while */
  onDisclosure(disclosure: PatientDisclosure): void
  /** called now and then with the figures of the feed */
  onFigures(figures: OutboxFigures): void
  times?: Partial<FeedTimes>
}

/** Delivers the contents of a feed. */
export type FeedWorker = {
  /** reads the feed now: references were added, or the address changed */
  wake(): void
  /** starts no new attempts; attempts in progress have a short time to end */
  stop(): void
  /** stops, and resolves when no attempt is in progress and all deliveries are recorded */
  close(): Promise<void>
}
