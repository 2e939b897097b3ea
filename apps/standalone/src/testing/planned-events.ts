import { seededRandom } from './seeded-random.ts'

/** An event, and when it happened in milliseconds; `line` is its place in the order of time. */
export type PlannedEvent = { line: number; path: string; asset: string; time: number; item: object }

/** What a plan is made from: `share`s are of all events, times in milliseconds. */
export type PlanOptions = {
  seed: number
  assets: number
  events: number
  from: number
  until: number
  lateShare: number
  repeatedShare: number
}

/** Events of a hospital in the order of time, and the batches in which they are sent. */
export type EventPlan = { assets: string[]; inOrder: PlannedEvent[]; batches: PlannedEvent[][] }

/** Rooms of the hospital, by their ids. */
export const PLANNED_ROOMS = ['r1', 'r2', 'r3', 'r4']
const POSITIONS = '/location/api/ingest/locations'
const STATES = '/status/api/ingest/device-status'
const BATCH = 25
/** So much of all events a late one is sent behind its place in the order. */
const LATEST = 0.4

/**
 * Plans events whose moments all differ. Some are sent late, some a second time, and neighbours change places, as systems
 * send them that were cut off.
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

/** Batches of one path each. */
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
