import type { DemoHospital } from '../hospital.ts'
import { Feed, type FeedOptions } from './feed.ts'
import { FEED_PATHS, type FeedItem } from './feed-item.ts'
import { HospitalWorld } from './hospital-world.ts'

/** Simulated hours, and their rate in events per second of simulated time. */
export interface SimulatedHoursOptions extends Pick<FeedOptions, 'seed' | 'rate' | 'startMs'> {
  readonly hours: number
}

/** A batch of events for one ingestion endpoint. */
export interface EventBatch {
  readonly path: string
  readonly items: readonly FeedItem['body'][]
}

const STEP_SECONDS = 10
/** Number of steps between two batches: an hour. */
const STEPS_PER_BATCH = 360

/**
 * Generates the simulator's events of some hours, in order and without waiting: with its faults, and with places of
 * the locating systems.
 */
export function* simulatedHours(
  hospital: DemoHospital,
  { seed, rate, startMs, hours }: SimulatedHoursOptions,
): Generator<EventBatch, void> {
  const world = new HospitalWorld(hospital, seed, { providers: true })
  const feed = new Feed(world, { seed, rate, startMs, faults: true })
  let items = feed.initialEvents()
  const steps = Math.ceil((hours * 3600) / STEP_SECONDS)
  for (let step = 1; step <= steps; step += 1) {
    items.push(...feed.advance(STEP_SECONDS))
    if (step % STEPS_PER_BATCH !== 0 && step < steps) continue
    yield* batchesOf(items)
    items = []
  }
}

function* batchesOf(items: readonly FeedItem[]): Generator<EventBatch, void> {
  for (const [lane, path] of Object.entries(FEED_PATHS)) {
    const bodies = items.filter((item) => item.lane === lane).map(({ body }) => body)
    if (bodies.length > 0) yield { path, items: bodies }
  }
}
