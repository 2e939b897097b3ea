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
export type PlanOptions = {
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
