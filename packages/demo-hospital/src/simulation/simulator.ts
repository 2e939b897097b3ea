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
  /** Seconds of history to send first, at a lower rate, so that histories and reports are not empty. */
  readonly historySeconds?: number
  readonly onProblem?: (message: string) => void
}

const TICK_MS = 500
/** Maximum step. After the machine slept, the world continues from its last state at the current time. */
const MAX_STEP_SECONDS = 2
/** Length of a step in the history, which has fewer events than the present. */
const HISTORY_STEP_SECONDS = 2
const HISTORY_RATE = 4
/** Maximum number of pending events of the history, so that the server keeps up. */
const MAX_HISTORY_BACKLOG = 4000

/** A running feed: world, events and their two endpoints. */
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

  /** Sends the history if there is one, then continues in the present; resolves when the present has begun. */
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

  /** Stops creating events, and waits a moment for pending ones. Returns the number of remaining events. */
  async stop(patienceMs: number): Promise<number> {
    this.stopping = true
    clearInterval(this.timer)
    const unsentByLane = await Promise.all(Object.values(this.lanes).map((lane) => lane.close(patienceMs)))
    return unsentByLane.reduce((sum, count) => sum + count, 0)
  }

  private tick(): void {
    const seconds = (Date.now() - this.feed.clock) / 1000
    // If the clock was set back, waits until the current time has passed the last event.
    if (seconds <= 0) return
    if (seconds > MAX_STEP_SECONDS) this.feed.skip(seconds - MAX_STEP_SECONDS)
    this.send(this.feed.advance(Math.min(seconds, MAX_STEP_SECONDS)))
  }

  private send(items: readonly FeedItem[]): void {
    for (const [name, outbox] of Object.entries(this.lanes)) {
      const events = items.filter((item) => item.lane === name).map((item) => JSON.stringify(item.body))
      if (events.length > 0) outbox.push(events)
    }
  }
}
