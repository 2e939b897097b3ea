import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@wardtrack/contracts/client'
import { openDatabase } from '@wardtrack/database'
import type { Page } from 'playwright-core'
import { ALERT_PUMP, measureAlerts, recordAlerts } from './alert-bench.ts'
import { ALERT_MAP, leaveFence } from './alert-map.ts'
import { openBrowser, openPage } from './browser.ts'
import { distanceToLanes, readBuilding } from './building.ts'
import { configure, signedInClient, signIn } from './console-session.ts'
import { type Memory, memoryOf } from './process-memory.ts'
import { type Product, startProduct } from './product.ts'

/** Options of the benchmark. */
export type LiveBenchOptions = {
  assets: number
  /** events per second */
  rate: number
  seconds: number
  /** folder of another building's plan; by default the demo hospital's */
  plan?: string
  /** file for a picture of the console at the end */
  screenshot?: string
}

/** Results of the benchmark. Times in milliseconds, memory in megabytes. */
export type LiveBenchResult = {
  events: { sent: number; accepted: number; stored: number; seen: number }
  /** delay from an event to the browser on an idle system: the first event after a second of silence */
  idle: Spread
  /** delay under the feed's load */
  delay: Spread
  /**
   * delay from the event that enters a geofence without a wait to its alert in the open browser, under the same load
   */
  alert: Spread
  memory: { first: Memory; last: Memory; peak: number }
  /** assets farther than a pixel from every lane; only with a plan of another building */
  offLane?: { assets: number; measureOffLane: number; farthest: number }
  complaints: string[]
}

type Spread = { p50: number; p95: number; max: number }

/** Number of events on an idle system, and the silence before each. */
const IDLE_EVENTS = 30
const IDLE_PAUSE_MS = 1_000

const SIMULATOR = fileURLToPath(new URL('../../packages/demo-hospital/dist/simulate.js', import.meta.url))

/** Runs a feed from another process against the whole product, with the console open in a browser, and measures. */
export async function runLiveBench(options: LiveBenchOptions): Promise<LiveBenchResult> {
  const product = await startProduct({ WARDTRACK_DEMO: 'off' })
  const browser = await openBrowser()
  try {
    const client = await signedInClient(product)
    await configure(client)
    const feed = startFeed(product, options)
    await feed.moving()
    const { page, complaints } = await openPage(browser, { size: 'desktop' })
    await page.addInitScript(recordDelays)
    await page.addInitScript(recordAlerts)
    await signIn(page, product)
    await page.goto(`${product.url}/#/devices?view=map`)
    // An alert that is raised before the stream is connected is counted in the page, but not shown as new.
    await page.waitForFunction(() => (globalThis as unknown as { delays: number[] }).delays.length > 0)
    const [memory, alerts] = await Promise.all([
      watchMemory(product, feed.ended),
      measureAlerts(product, client, page),
    ])
    const delays = await readDelays(page)
    const idle = await measureIdle(product, page)
    if (options.screenshot) await page.screenshot({ path: options.screenshot })
    const figures = feed.figures()
    // Only the feed's events: each timed alert took one event outside its geofence and one inside.
    const stored = (await countStored(product)) - 2 * alerts.length - idle.length
    return {
      events: { ...figures, stored, seen: delays.length },
      idle: spread(idle),
      delay: spread(delays),
      alert: spread(alerts),
      memory,
      ...(options.plan ? { offLane: await countOffLane(client, options.plan) } : {}),
      complaints,
    }
  } finally {
    await browser.close()
    await product.remove()
  }
}

const readDelays = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { delays: number[] }).delays)

/** Measures single events, each followed by a silence longer than the live stream's batching. Milliseconds. */
async function measureIdle(product: Product, page: Page): Promise<number[]> {
  const first = (await readDelays(page)).length
  for (let n = 1; n <= IDLE_EVENTS; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_PAUSE_MS))
    await leaveFence(product, ALERT_PUMP)
    await page.waitForFunction(
      (count) => (globalThis as unknown as { delays: number[] }).delays.length >= count,
      first + n,
      { polling: 10, timeout: 10_000 },
    )
  }
  return (await readDelays(page)).slice(first)
}

type Feed = { moving(): Promise<void>; ended: Promise<void>; figures(): { sent: number; accepted: number } }

function startFeed(product: Product, options: LiveBenchOptions): Feed {
  const baseArguments = [
    '--url',
    product.url,
    '--assets',
    String(options.assets),
    '--rate',
    String(options.rate),
  ]
  const more = ['--duration', String(options.seconds), '--faults', 'off']
  const plan = options.plan ? ['--plan', options.plan] : []
  const child: ChildProcess = spawn(process.execPath, [SIMULATOR, ...baseArguments, ...more, ...plan], {
    env: {
      PATH: process.env['PATH'],
      WARDTRACK_INGEST_KEY: product.ingestKey,
      WARDTRACK_ADMIN_USERNAME: product.username,
      WARDTRACK_ADMIN_PASSWORD: product.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (text: Buffer) => {
    output += text.toString()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const last = (name: string): number =>
    Number(
      [...output.matchAll(new RegExp(`${name}[ =:]+([\\d,]+)`, 'g'))].at(-1)?.[1]?.replaceAll(',', '') ?? 0,
    )
  return {
    ended,
    moving: async () => {
      for (let waited = 0; last('accepted') === 0; waited += 250) {
        if (waited > 180_000 || child.exitCode !== null) throw new Error(`the feed did not start:\n${output}`)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    figures: () => ({ sent: last('sent'), accepted: last('accepted') }),
  }
}

/** Runs in the page before its own code: reads a copy of the live stream and records the age of each position. */
function recordDelays(): void {
  const delays: number[] = []
  Object.assign(globalThis, { delays })
  const real = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (...baseArguments: Parameters<typeof fetch>): Promise<Response> => {
    const response = await real(...baseArguments)
    const address = baseArguments[0] instanceof Request ? baseArguments[0].url : String(baseArguments[0])
    if (!address.endsWith('/live') || !response.body) return response
    const [original, copy] = response.body.tee()
    void (async () => {
      const reader = copy.getReader()
      const decoder = new TextDecoder()
      let unread = ''
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        const lines = (unread + decoder.decode(value, { stream: true })).split('\n')
        unread = lines.pop() ?? ''
        const now = Date.now()
        for (const line of lines) {
          const time = line.startsWith('data:') ? /"time":"([^"]+)"/.exec(line)?.[1] : undefined
          if (time) delays.push(now - Date.parse(time))
        }
      }
    })()
    return new Response(original, { status: response.status, headers: response.headers })
  }
}

async function watchMemory(product: Product, ended: Promise<void>): Promise<LiveBenchResult['memory']> {
  const pid = product.pid() ?? 0
  const read = async (): Promise<Memory> => {
    const { resident, anonymous } = await memoryOf(pid)
    return { resident: Math.round(resident / 1_048_576), anonymous: Math.round(anonymous / 1_048_576) }
  }
  const first = await read()
  let peak = first.resident
  let running = true
  void ended.then(() => {
    running = false
  })
  while (running) {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    peak = Math.max(peak, (await read()).resident)
  }
  return { first, last: await read(), peak }
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

/** Counts the histories in the store itself, because patients count too and no session may see all. */
async function countStored({ dataDir }: Product): Promise<number> {
  const read = async (name: string): Promise<string> =>
    (await readFile(join(dataDir, 'store', name), 'utf8')).trim()
  const account = `wardtrack:${await read('secret')}`
  const options = 'directConnection=true&authSource=admin&authMechanism=SCRAM-SHA-256'
  const address = `mongodb://${account}@127.0.0.1:${await read('embedded-mongo.port')}/wardtrack?${options}`
  const db = await openDatabase(address)
  try {
    return (
      (await db.driver.locationHistory.countDocuments()) + (await db.driver.statusHistory.countDocuments())
    )
  } finally {
    await db.close()
  }
}

async function countOffLane(client: Client, plan: string): Promise<NonNullable<LiveBenchResult['offLane']>> {
  const building = await readBuilding(plan)
  const maps = await client.call('getfilterMap', { body: {} })
  let assets = 0
  let count = 0
  let farthest = 0
  for (const { mapId } of maps) {
    if (mapId === ALERT_MAP) continue
    const { data } = await client.call('mapsPointerAllAssets', { body: { 'CurrentLocation.mapId': mapId } })
    for (const { CurrentLocation } of data) {
      const { xCenterPoint: x, yCenterPoint: y } = CurrentLocation
      if (x === null || y === null) continue
      const distance = distanceToLanes(building, { x, y })
      assets += 1
      farthest = Math.max(farthest, distance)
      if (distance > 1) count += 1
    }
  }
  return { assets, measureOffLane: count, farthest: Math.round(farthest * 100) / 100 }
}
