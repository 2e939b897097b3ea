import type { GeofenceDwell } from '@wardtrack/database'
import { type Fence, firstDueTime, type RaisedAlert, type Subject, type Track } from '../fence.ts'
import { createFenceSet, type FenceSet } from '../fence-set.ts'
import { createGeofenceEvaluator, endDueWaits, type GeofenceEvaluator } from '../geofence-evaluator.ts'
import type { Alert, Arrival, Entry } from './log.ts'
import type { Point } from './scenario.ts'

type Known = Track<Point> & { time: number; active: boolean }

/** Lets the engine live through a log as the product uses it, and gives the alerts it raised. */
export function runEngine(log: readonly Entry[], tolerance: number, assets: readonly string[]): Alert[] {
  const alerts: Alert[] = []
  const fences = new Map<string, Fence>()
  let known = new Map<string, Known>(
    assets.map((asset) => [asset, { dwells: [], time: Number.NEGATIVE_INFINITY, active: true }]),
  )
  let set: FenceSet = createFenceSet([])
  let judge: GeofenceEvaluator = createGeofenceEvaluator(set)
  const whoIs = (asset: string, { active }: Known): Subject => ({ assetType: asset, active })
  const raise = (asset: string, raised: readonly RaisedAlert<Point>[]): void => {
    for (const { fence, kind, since, wait, place } of raised)
      alerts.push({
        asset,
        fence: fence.id,
        kind,
        since: since.getTime(),
        time: since.getTime() + wait,
        place,
      })
  }
  const take = ({ asset, point, time, receivedAt }: Arrival): void => {
    const one = known.get(asset)
    if (!one || time <= one.time) return
    const raised: RaisedAlert<Point>[] = []
    const seen = { place: point, time: new Date(time), receivedAt: new Date(receivedAt) }
    one.dwells = judge(whoIs(asset, one), one, seen, raised)
    one.place = point
    one.time = time
    raise(asset, raised)
  }
  const look = (now: number): void => {
    for (const [asset, one] of known) {
      const due = firstDueTime(one.dwells)
      if (!one.place || !due || due.getTime() > now) continue
      const raised: RaisedAlert<Point>[] = []
      one.dwells = endDueWaits(set, whoIs(asset, one), { place: one.place, dwells: one.dwells }, now, raised)
      raise(asset, raised)
    }
  }
  for (const entry of log) {
    if (entry.what === 'events')
      for (const event of entry.events.toSorted((one, other) => one.time - other.time)) take(event)
    else if (entry.what === 'look') look(entry.now)
    else if (entry.what === 'restart') known = revived(known)
    else if (entry.what === 'activity') {
      const one = known.get(entry.asset)
      if (one) one.active = entry.active
    } else {
      change(fences, entry, tolerance)
      set = createFenceSet([...fences.values()])
      judge = createGeofenceEvaluator(set)
    }
  }
  return alerts
}

function change(
  fences: Map<string, Fence>,
  entry: Extract<Entry, { what: 'draw' | 'erase' | 'waits' }>,
  tolerance: number,
): void {
  const present = fences.get(entry.fence)
  if (entry.what === 'erase') fences.delete(entry.fence)
  else if (entry.what === 'draw')
    fences.set(entry.fence, {
      id: entry.fence,
      activeFrom: new Date(entry.now),
      assetTypes: new Set(entry.types),
      ...entry.rectangle,
      toleranceX: tolerance,
      toleranceY: tolerance,
      ...entry.waits,
    })
  else if (present) {
    const { entryWait: _entry, exitWait: _exit, ...rest } = present
    fences.set(entry.fence, { ...rest, ...entry.waits })
  }
}

/** What is left after a restart is what was written: text and dates. */
function revived(known: ReadonlyMap<string, Known>): Map<string, Known> {
  return new Map(
    [...known].map(([asset, one]) => {
      const written = JSON.parse(JSON.stringify(one.dwells)) as Record<string, unknown>[]
      const dwells = written.map(
        (dwell) =>
          ({
            ...dwell,
            from: new Date(String(dwell['from'])),
            since: new Date(String(dwell['since'])),
            receivedAt: new Date(String(dwell['receivedAt'])),
          }) as GeofenceDwell,
      )
      return [asset, { ...one, dwells }]
    }),
  )
}
