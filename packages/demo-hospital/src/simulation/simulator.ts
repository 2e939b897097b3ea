import { createIngestClient } from '../seeding/ingest-client.ts'
import { Feed, type FeedOptions } from './feed.ts'
import { FEED_PATHS, type FeedItem, type FeedLaneName } from './feed-item.ts'
import { Outbox } from './outbox.ts'
import { Tally } from './tally.ts'
import type { World } from './world.types.ts'

export interface SimulatorOptions {
  readonly baseUrl: string
  readonly ingestKey: string
  readonly world: World
  readonly feed: Omit<FeedOptions, 'startMs'>
  readonly capacity?: number
  readonly onTrouble?: (message: string) => void
}

const TICK_MS = 250
/** After a pause of the whole machine time does not leap: the world goes on from where it was. */
const LONGEST_STEP_SECONDS = 2

/** A running feed: world, events and the two endpoints they go to. */
export class Simulator {
  readonly tally = new Tally()
  readonly feed: Feed
  private readonly lanes: Readonly<Record<FeedLaneName, Outbox>>
  private timer: NodeJS.Timeout | undefined
  private lastTick = 0

  constructor(options: SimulatorOptions) {
    this.feed = new Feed(options.world, { ...options.feed, startMs: Date.now() })
    const client = createIngestClient(options)
    const lane = (path: string) =>
      new Outbox({
        path,
        client,
        tally: this.tally,
        ...(options.capacity === undefined ? {} : { capacity: options.capacity }),
        ...(options.onTrouble ? { onTrouble: options.onTrouble } : {}),
      })
    this.lanes = { locations: lane(FEED_PATHS.locations), 'device-status': lane(FEED_PATHS['device-status']) }
  }

  get buffered(): number {
    return this.lanes.locations.pending + this.lanes['device-status'].pending
  }

  start(): void {
    this.send(this.feed.opening())
    this.lastTick = performance.now()
    this.timer = setInterval(() => this.tick(), TICK_MS)
  }

  /** Stops making events and gives those that wait a moment to arrive. Gives the number left over. */
  async stop(patienceMs: number): Promise<number> {
    clearInterval(this.timer)
    const left = await Promise.all(Object.values(this.lanes).map((lane) => lane.close(patienceMs)))
    return left.reduce((sum, count) => sum + count, 0)
  }

  private tick(): void {
    const now = performance.now()
    const seconds = Math.min((now - this.lastTick) / 1000, LONGEST_STEP_SECONDS)
    this.lastTick = now
    this.send(this.feed.advance(seconds))
  }

  private send(items: readonly FeedItem[]): void {
    for (const [name, outbox] of Object.entries(this.lanes)) {
      const events = items.filter((item) => item.lane === name).map((item) => JSON.stringify(item.body))
      if (events.length > 0) outbox.push(events)
    }
  }
}
