import type { ReportName, ResponseOf } from '@wardtrack/contracts'
import { createClient } from '@wardtrack/contracts/client'
import { openDatabase } from '@wardtrack/database'
import { STORE_SETTINGS } from '@wardtrack/embedded-mongo'
import type { StandaloneSettings } from '../config.ts'
import { reachStore } from '../embedded-store.ts'
import { SUPERVISOR, signInAt } from './running-product.ts'

/** Creates a generator of numbers from 0 to below 1, which repeats for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An event with its time in milliseconds; `line` is its index in order of time. */
export type PlannedEvent = { line: number; path: string; asset: string; time: number; item: object }

/** Options of a plan: each `share` is a fraction of all events, times are in milliseconds. */
type PlanOptions = {
  seed: number
  assets: number
  events: number
  from: number
  until: number
  lateShare: number
  repeatedShare: number
}

/** Events of a hospital in order of time, and the batches in which they are sent. */
export type EventPlan = { assets: string[]; inOrder: PlannedEvent[]; batches: PlannedEvent[][] }

/** Rooms of the hospital, by their ids. */
export const PLANNED_ROOMS = ['r1', 'r2', 'r3', 'r4']
const POSITIONS = '/location/api/ingest/locations'
const STATES = '/status/api/ingest/device-status'
const BATCH = 25
/** Maximum delay of a late event, as a fraction of all events. */
const LATEST = 0.4

/**
 * Plans events at different moments. Some are sent late or twice, and neighbours are swapped, as systems do after an
 * interruption.
 */
export function planEvents(options: PlanOptions): EventPlan {
  const { seed, assets: count, events, from, until, lateShare, repeatedShare } = options
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const assets = Array.from({ length: count }, (_, index) => `E-${index}`)
  const step = Math.floor((until - from) / events)
  const inOrder = Array.from({ length: events }, (_, line): PlannedEvent => {
    const asset = pick(assets)
    const time = from + line * step
    const when = { time: new Date(time).toISOString() }
    if (random() < 0.3)
      return {
        line,
        path: POSITIONS,
        asset,
        time,
        item: { AssetType: 'Equipment', AssetId: asset, hierarchyId: pick(PLANNED_ROOMS), ...when },
      }
    const state = pick([
      { BatteryLevel: pick(['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4']) },
      { DeviceStatus: pick(['comm-status-online', 'comm-status-online', 'comm-status-offline']) },
      { WifiStrength: pick(['BAR_ONE', 'BAR_TWO', 'BAR_THREE']) },
      { InfusionStatus: pick(['pump-status-infusing', 'pump-status--not-infusing']) },
      { alarm: { code: 'OCC', text: `Occlusion ${line}` } },
    ])
    return { line, path: STATES, asset, time, item: { deviceId: asset, ...when, ...state } }
  })
  const sent = inOrder.flatMap((event) => {
    const isLate = random() < lateShare
    const place = event.line + (isLate ? random() * LATEST * events : random() * BATCH)
    const repeat = { event, place: place + random() * LATEST * events }
    return random() < repeatedShare ? [{ event, place }, repeat] : [{ event, place }]
  })
  sent.sort((a, b) => a.place - b.place)
  return { assets, inOrder, batches: batchesOf(sent.map(({ event }) => event)) }
}

/** Splits events into batches of one path each. */
export function batchesOf(events: readonly PlannedEvent[]): PlannedEvent[][] {
  const batches: PlannedEvent[][] = []
  const open = new Map<string, PlannedEvent[]>()
  for (const event of events) {
    const batch = open.get(event.path) ?? []
    open.set(event.path, batch)
    batch.push(event)
    if (batch.length < BATCH) continue
    batches.push(batch)
    open.delete(event.path)
  }
  return [...batches, ...open.values()]
}

type StateItem = {
  BatteryLevel?: string
  DeviceStatus?: string
  WifiStrength?: string
  InfusionStatus?: string
  alarm?: { code: string; text: string }
  hierarchyId?: string
}
/** A value that lasts from one moment to another, as ISO 8601. */
type Lasting = { asset: string; value: string; from: string; to: string | undefined }

const CONDITION_TEXTS: Readonly<Record<string, string>> = {
  LEVEL_1: 'Battery LEVEL_1',
  BAR_ONE: 'WiFi BAR_ONE',
  'comm-status-offline': 'Offline',
}

/** Expected report contents, computed by simple code from the events alone. */
type PlainAnswers = {
  /** alarm rows of devices in a bad condition: asset, event, beginning and end */
  conditions: string[]
  /** rows of alarms sent by devices: asset, text and moment */
  alarms: string[]
  /** current place of each asset and the time of its arrival */
  arrivals: string[]
}

/** Computes the expected contents. @param inOrder events sorted by time, all at different moments */
export function plainAnswers(inOrder: readonly PlannedEvent[]): PlainAnswers {
  const states = (['BatteryLevel', 'DeviceStatus', 'WifiStrength'] as const).flatMap((member) =>
    lastingValues(inOrder, (item) => item[member]),
  )
  const places = lastingValues(inOrder, ({ hierarchyId }) => hierarchyId)
  return {
    conditions: states
      .filter(({ value }) => CONDITION_TEXTS[value] !== undefined)
      .map(({ asset, value, from, to }) => [asset, CONDITION_TEXTS[value], from, to ?? ''].join(' '))
      .sort(),
    alarms: inOrder
      .flatMap(({ asset, time, item }) => {
        const { alarm } = item as StateItem
        return alarm ? [[asset, `${alarm.code} ${alarm.text}`, new Date(time).toISOString()].join(' ')] : []
      })
      .sort(),
    arrivals: places
      .filter(({ to }) => to === undefined)
      .map(({ asset, value, from }) => [asset, value, from].join(' '))
      .sort(),
  }
}

function lastingValues(
  inOrder: readonly PlannedEvent[],
  valueOf: (item: StateItem) => string | undefined,
): Lasting[] {
  const found: Lasting[] = []
  const open = new Map<string, Lasting>()
  for (const { asset, time, item } of inOrder) {
    const value = valueOf(item)
    const last = open.get(asset)
    if (value === undefined || last?.value === value) continue
    const from = new Date(time).toISOString()
    if (last) last.to = from
    const next = { asset, value, from, to: undefined }
    open.set(asset, next)
    found.push(next)
  }
  return found
}

/** Reports whose rows depend only on events, not on the time of the request. */
const REPORTS = [
  'status-vs-time',
  'pump-movement',
  'movement-vs-time',
  'rtls-alarm',
  'mednet-alarm',
  'utilisation',
  'dwell',
  'cleaning',
  'battery-heat',
  'wifi-heat',
  'unmoved',
] as const
const PAGE = 100
/** Columns that depend on the arrival order of alarms and are therefore not compared. */
const OF_ARRIVAL = new Set(['Location', 'Battery'])
const HOME = { 'HomeLocation.fullPath': { Level_1: 'Site', Level_2: 'home' } }

type Period = { from: number; until: number }
/** Reads reports at one address, as the person with every page. */
export type ReportAsker = {
  /** rows of every report as texts, sorted */
  reports(): Promise<Record<string, string[]>>
  /** the rows that the plain oracle also computes */
  plain(): Promise<PlainAnswers>
  /** assets whose reports do not include all events yet */
  waiting(): Promise<{ waiting: number; oldest?: string | undefined }>
}

/** Assigns every asset a home that it never visits, so that reports of movements show all assets. */
export async function giveHomes(
  settings: Pick<StandaloneSettings, 'MONGODB_URI'>,
  dataDir: string,
): Promise<void> {
  const store = await reachStore(dataDir, { ...settings, WARDTRACK_STORE: STORE_SETTINGS })
  const db = await openDatabase(store.uri, { poolSize: 1 })
  await db.driver.assets.updateMany({}, { $set: HOME })
  await db.close()
  await store.close?.()
}

/** Signs in and returns the reader of reports. */
export async function openReportAsker(url: string, { from, until }: Period): Promise<ReportAsker> {
  const token = await signInAt(url, SUPERVISOR)
  const headers = { authorization: `Bearer ${token}` }
  const client = createClient({ bases: { api: `${url}/api` }, headers: () => headers })
  const createdAt = { $gte: new Date(from).toISOString(), $lt: new Date(until).toISOString() }
  const pagesOf = async <N extends ReportName>(page: N): Promise<ResponseOf<'readReport', N>[]> => {
    const pages: ResponseOf<'readReport', N>[] = []
    let read = 0
    for (let currentPage = 1; ; currentPage += 1) {
      const body = { items: [{ createdAt }], pagination: { currentPage, items: PAGE } }
      const answer = await client.call('readReport', { params: { page }, body })
      pages.push(answer)
      read += answer.assets.length
      if (answer.assets.length === 0 || read >= answer.maxAssets) return pages
    }
  }
  return {
    reports: async () => {
      const found: Record<string, string[]> = {}
      for (const report of REPORTS) {
        const pages = await pagesOf(report)
        found[report] = pages.flatMap(({ assets }) => assets.map(textOfRow)).sort()
      }
      return found
    },
    plain: async () => ({
      conditions: (await pagesOf('rtls-alarm'))
        .flatMap(({ assets }) => assets)
        .map(({ AssetId, Event, createdAt: time, clearedAt = '' }) =>
          [AssetId, Event, time, clearedAt].join(' '),
        )
        .sort(),
      alarms: (await pagesOf('mednet-alarm'))
        .flatMap(({ assets }) => assets)
        .map(({ AssetId, Event, createdAt: time }) => [AssetId, Event, time].join(' '))
        .sort(),
      arrivals: (await pagesOf('movement-vs-time'))
        .flatMap(({ assets }) => assets)
        .map(({ AssetId, to, createdAt: time }) => [AssetId, to.split('>').at(-1), time].join(' '))
        .sort(),
    }),
    waiting: async () => (await client.call('getStorageUsage')).data.lateEvents,
  }
}

/** Returns a row as text without values that differ between equivalent stores. */
const textOfRow = (row: object): string =>
  JSON.stringify(
    Object.entries(row).filter(([name]) => name !== 'id' && name !== '_id' && !OF_ARRIVAL.has(name)),
  )
