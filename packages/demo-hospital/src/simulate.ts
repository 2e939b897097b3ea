#!/usr/bin/env node
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { processArguments } from './config.ts'
import { createIngestClient } from './seeding/ingest-client.ts'
import { type SimulateArguments, USAGE } from './simulation/arguments.ts'
import { createWorld } from './simulation/building-world.ts'
import { Feed, type FeedOptions } from './simulation/feed.ts'
import { FEED_PATHS, type FeedItem, type FeedLaneName } from './simulation/feed-item.ts'
import { Outbox } from './simulation/outbox.ts'
import { statusLine, Tally } from './simulation/tally.ts'
import type { World } from './simulation/world.types.ts'

interface SimulatorOptions {
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

const STATUS_EVERY_MS = 10_000
/** Maximum time of a shutdown, well below the ten seconds that a supervisor waits before it kills the process. */
const SHUTDOWN_MS = 2000

/**
 * Keeps the simulator within 80 MB. Its garbage is short-lived text. By default V8 lets the space for new objects
 * grow to three times 16 MB before it collects. It must be called before anything else is created.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--optimize-for-size')
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readArgumentsOrExit(): SimulateArguments {
  if (process.argv.includes('--help')) {
    console.log(USAGE)
    process.exit(0)
  }
  try {
    return processArguments()
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

/** Sends places, assets and images first, in a process that ends afterwards. */
async function runSeedProcess(stopped: AbortSignal): Promise<boolean> {
  const script = fileURLToPath(new URL('./seeding/seed-process.js', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  stopped.addEventListener('abort', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  return code === 0
}

function logStatus(simulator: Simulator): NodeJS.Timeout {
  let sentBefore = 0
  let lastTime = performance.now()
  return setInterval(() => {
    const now = performance.now()
    console.log(statusLine(simulator.tally, simulator.buffered, sentBefore, (now - lastTime) / 1000))
    sentBefore = simulator.tally.sent
    lastTime = now
  }, STATUS_EVERY_MS)
}

/** Resolves on a signal, or after the given time. */
function untilStopped(stopped: AbortSignal, seconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) resolve()
    stopped.addEventListener('abort', () => resolve())
    if (seconds !== undefined) setTimeout(resolve, seconds * 1000)
  })
}

async function main(): Promise<void> {
  keepHeapSmall()
  const args = readArgumentsOrExit()
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  process.on('disconnect', () => stopping.abort())
  if (args.seeding && !(await runSeedProcess(stopping.signal))) process.exit(stopping.signal.aborted ? 0 : 1)
  const world = await createWorld(args)
  const simulator = new Simulator({
    baseUrl: args.url,
    ingestKey: args.key,
    world,
    feed: { seed: args.seed, rate: args.rate, faults: args.faults },
    historySeconds: args.historySeconds,
    onProblem: (message) => console.error(message),
  })
  console.log(`${world.tracked.length} assets on ${world.graph.floors.length} floors, ${args.rate} events/s`)
  const started = performance.now()
  const timer = logStatus(simulator)
  void simulator.start()
  await untilStopped(stopping.signal, args.durationSeconds)
  clearInterval(timer)
  const unsent = await simulator.stop(SHUTDOWN_MS)
  console.log(statusLine(simulator.tally, unsent, 0, (performance.now() - started) / 1000))
  process.exit(0)
}

await main()
