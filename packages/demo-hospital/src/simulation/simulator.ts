import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
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
  /** Seconds of past to send before the present, coarsely, so that histories and reports are not empty. */
  readonly historySeconds?: number
  readonly onProblem?: (message: string) => void
}

const TICK_MS = 500
/** After a pause of the whole machine nobody leaps: the world goes on from where it was, at the present time. */
const LONGEST_STEP_SECONDS = 2
/** The past is told in steps of this length, with fewer events than the present. */
const HISTORY_STEP_SECONDS = 2
const HISTORY_RATE = 4
/** No more of the past is made than the server keeps up with. */
const MAX_HISTORY_BACKLOG = 4000

/** A running feed: world, events and the two endpoints they go to. */
export class Simulator {
  readonly tally = new Tally()
  readonly feed: Feed
  private readonly world: World
  private readonly lanes: Readonly<Record<FeedLaneName, Outbox>>
  private timer: NodeJS.Timeout | undefined
  private stopping = false

  constructor(options: SimulatorOptions) {
    const startMs = Date.now() - (options.historySeconds ?? 0) * 1000
    this.world = options.world
    this.feed = new Feed(options.world, { ...options.feed, startMs })
    const client = createIngestClient(options)
    const lane = (path: string) =>
      new Outbox({
        path,
        client,
        tally: this.tally,
        ...(options.capacity === undefined ? {} : { capacity: options.capacity }),
        ...(options.onProblem ? { onProblem: options.onProblem } : {}),
      })
    this.lanes = { locations: lane(FEED_PATHS.locations), 'device-status': lane(FEED_PATHS['device-status']) }
  }

  get buffered(): number {
    return this.lanes.locations.pending + this.lanes['device-status'].pending
  }

  /** Tells the past if there is one to tell, then goes on in the present; resolves when the present has begun. */
  async start(): Promise<void> {
    this.send(this.feed.initialEvents())
    await this.sendHistory()
    if (this.stopping) return
    this.world.begin?.()
    this.timer = setInterval(() => this.tick(), TICK_MS)
  }

  private async sendHistory(): Promise<void> {
    while (!this.stopping && Date.now() - this.feed.clock > HISTORY_STEP_SECONDS * 1000) {
      this.send(this.feed.advance(HISTORY_STEP_SECONDS, HISTORY_RATE))
      await (this.buffered > MAX_HISTORY_BACKLOG ? sleep(20) : immediate())
    }
  }

  /** Stops making events and gives those that wait a moment to arrive. Gives the number left over. */
  async stop(patienceMs: number): Promise<number> {
    this.stopping = true
    clearInterval(this.timer)
    const unsentByLane = await Promise.all(Object.values(this.lanes).map((lane) => lane.close(patienceMs)))
    return unsentByLane.reduce((sum, count) => sum + count, 0)
  }

  private tick(): void {
    const seconds = (Date.now() - this.feed.clock) / 1000
    // A clock that was set back: wait until the present has caught up with what was told.
    if (seconds <= 0) return
    if (seconds > LONGEST_STEP_SECONDS) this.feed.skip(seconds - LONGEST_STEP_SECONDS)
    this.send(this.feed.advance(Math.min(seconds, LONGEST_STEP_SECONDS)))
  }

  private send(items: readonly FeedItem[]): void {
    for (const [name, outbox] of Object.entries(this.lanes)) {
      const events = items.filter((item) => item.lane === name).map((item) => JSON.stringify(item.body))
      if (events.length > 0) outbox.push(events)
    }
  }
}
