import { type Area, ASSETS, type Point, type ScenarioStep, STEP_MS, type Waits } from './scenario.ts'

/** An event with its time of arrival. */
export type ReceivedEvent = { asset: string; point: Point; time: number; receivedAt: number }
/** An entry of the log, with its moment on the clock. */
export type LogEntry = { now: number } & (
  | { what: 'events'; events: ReceivedEvent[] }
  | { what: 'look' }
  | { what: 'restart' }
  | { what: 'draw'; fence: string; area: Area; waits: Waits; types: string[] }
  | { what: 'erase'; fence: string }
  | { what: 'waits'; fence: string; waits: Waits }
  | { what: 'activity'; asset: string; active: boolean }
)

/** An alert in the form in which engine and oracle are compared. */
export type Alert = {
  asset: string
  fence: string
  kind: 'Entry' | 'Exit'
  since: number
  time: number
  place: Point
}

const START_MS = 1_000 * STEP_MS

/** Assigns clock times to the steps, and adds repeated events. */
export function toLog(steps: readonly ScenarioStep[]): LogEntry[] {
  let now = START_MS
  let lastDrawn = START_MS
  const sent: ReceivedEvent[] = []
  return steps.map((step): LogEntry => {
    now += step.after * STEP_MS
    // A fence is never redrawn at the same moment, because only the time distinguishes its versions.
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
