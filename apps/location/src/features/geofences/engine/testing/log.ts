import { ASSETS, type Happening, type Point, type Rectangle, STEP, type Waits } from './scenario.ts'

/** An event at the moment of its arrival. */
export type Arrival = { asset: string; point: Point; time: number; receivedAt: number }
/** What happened, at which moment of the clock. */
export type Entry = { now: number } & (
  | { what: 'events'; events: Arrival[] }
  | { what: 'look' }
  | { what: 'restart' }
  | { what: 'draw'; fence: string; rectangle: Rectangle; waits: Waits; types: string[] }
  | { what: 'erase'; fence: string }
  | { what: 'waits'; fence: string; waits: Waits }
  | { what: 'activity'; asset: string; active: boolean }
)

/** An alert, as engine and oracle must agree on it. */
export type Alert = {
  asset: string
  fence: string
  kind: 'Entry' | 'Exit'
  since: number
  time: number
  place: Point
}

const START = 1_000 * STEP

/** Puts moments of the clock to what happens, and the events that come again. */
export function logOf(happenings: readonly Happening[]): Entry[] {
  let now = START
  let drawn = START
  const sent: Arrival[] = []
  return happenings.map((one): Entry => {
    now += one.after * STEP
    // A fence is never drawn anew in the same moment: the moment tells one from the other.
    if (one.what === 'draw') drawn = now = Math.max(now, drawn + STEP)
    if (one.what === 'events') {
      const events = one.events.map(({ asset, point, late }) => ({
        asset: ASSETS[asset] ?? '',
        point,
        time: now - late * STEP,
        receivedAt: now,
      }))
      sent.push(...events)
      return { now, what: 'events', events }
    }
    if (one.what === 'again') {
      const picked = sent.length === 0 ? [] : one.picks.flatMap((pick) => sent[pick % sent.length] ?? [])
      return { now, what: 'events', events: picked.map((event) => ({ ...event, receivedAt: now })) }
    }
    if (one.what === 'look' || one.what === 'restart') return { now, what: one.what }
    if (one.what === 'activity') return { now, ...one, asset: ASSETS[one.asset] ?? '' }
    return { now, ...one, fence: `fence-${one.fence}` }
  })
}
