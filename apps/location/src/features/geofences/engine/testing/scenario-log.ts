import { type Area, ASSETS, type Point, type ScenarioStep, STEP_MS, type Waits } from './scenario.ts'

/** An event at the moment of its arrival. */
export type ReceivedEvent = { asset: string; point: Point; time: number; receivedAt: number }
/** What happened, at which moment of the clock. */
export type LogEntry = { now: number } & (
  | { what: 'events'; events: ReceivedEvent[] }
  | { what: 'look' }
  | { what: 'restart' }
  | { what: 'draw'; fence: string; area: Area; waits: Waits; types: string[] }
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

const START_MS = 1_000 * STEP_MS

/** Puts moments of the clock to what happens, and the events that come again. */
export function toLog(steps: readonly ScenarioStep[]): LogEntry[] {
  let now = START_MS
  let lastDrawn = START_MS
  const sent: ReceivedEvent[] = []
  return steps.map((step): LogEntry => {
    now += step.after * STEP_MS
    // A fence is never drawn again in the same moment: the moment tells one from the other.
    if (step.what === 'draw') lastDrawn = now = Math.max(now, lastDrawn + STEP_MS)
    if (step.what === 'events') {
      const events = step.events.map(({ asset, point, late }) => ({
        asset: ASSETS[asset] ?? '',
        point,
        time: now - late * STEP_MS,
        receivedAt: now,
      }))
      sent.push(...events)
      return { now, what: 'events', events }
    }
    if (step.what === 'again') {
      const picked = sent.length === 0 ? [] : step.picks.flatMap((pick) => sent[pick % sent.length] ?? [])
      return { now, what: 'events', events: picked.map((event) => ({ ...event, receivedAt: now })) }
    }
    if (step.what === 'look' || step.what === 'restart') return { now, what: step.what }
    if (step.what === 'activity') return { now, ...step, asset: ASSETS[step.asset] ?? '' }
    return { now, ...step, fence: `fence-${step.fence}` }
  })
}
