import type { GeofenceDwell } from '@wardtrack/database'
import { toFenceArea } from '@wardtrack/places'
import { type Fence, firstDueTime, type RaisedAlert, type Subject, type Track } from '../fence.ts'
import { createFenceSet, type FenceSet } from '../fence-set.ts'
import { createGeofenceEvaluator, endDueWaits, type GeofenceEvaluator } from '../geofence-evaluator.ts'
import type { Area, Point } from './scenario.ts'
import type { Alert, LogEntry, ReceivedEvent } from './scenario-log.ts'

type TrackedAsset = Track<Point> & { time: number; active: boolean }

/** Runs the engine over a log as the product does, and returns the alerts it raised. */
export function runEngine(log: readonly LogEntry[], tolerance: number, assets: readonly string[]): Alert[] {
  const alerts: Alert[] = []
  const fences = new Map<string, Fence>()
  let tracked = new Map<string, TrackedAsset>(
    assets.map((asset) => [asset, { dwells: [], time: Number.NEGATIVE_INFINITY, active: true }]),
  )
  let set: FenceSet = createFenceSet([])
  let evaluate: GeofenceEvaluator = createGeofenceEvaluator(set)
  const toSubject = (asset: string, { active }: TrackedAsset): Subject => ({ assetType: asset, active })
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
  const receiveEvent = ({ asset, point, time, receivedAt }: ReceivedEvent): void => {
    const trackedAsset = tracked.get(asset)
    if (!trackedAsset || time <= trackedAsset.time) return
    const raised: RaisedAlert<Point>[] = []
    const sample = { place: point, time: new Date(time), receivedAt: new Date(receivedAt) }
    trackedAsset.dwells = evaluate(toSubject(asset, trackedAsset), trackedAsset, sample, raised)
    trackedAsset.place = point
    trackedAsset.time = time
    raise(asset, raised)
  }
  const lookAtClock = (now: number): void => {
    for (const [asset, trackedAsset] of tracked) {
      const due = firstDueTime(trackedAsset.dwells)
      if (!trackedAsset.place || !due || due.getTime() > now) continue
      const raised: RaisedAlert<Point>[] = []
      trackedAsset.dwells = endDueWaits(
        set,
        toSubject(asset, trackedAsset),
        { place: trackedAsset.place, dwells: trackedAsset.dwells },
        now,
        raised,
      )
      raise(asset, raised)
    }
  }
  for (const entry of log) {
    if (entry.what === 'events')
      for (const event of entry.events.toSorted((a, b) => a.time - b.time)) receiveEvent(event)
    else if (entry.what === 'look') lookAtClock(entry.now)
    else if (entry.what === 'restart') tracked = afterRestart(tracked)
    else if (entry.what === 'activity') {
      const trackedAsset = tracked.get(entry.asset)
      if (trackedAsset) trackedAsset.active = entry.active
    } else {
      changeFences(fences, entry, tolerance)
      set = createFenceSet([...fences.values()])
      evaluate = createGeofenceEvaluator(set)
    }
  }
  return alerts
}

function changeFences(
  fences: Map<string, Fence>,
  entry: Extract<LogEntry, { what: 'draw' | 'erase' | 'waits' }>,
  tolerance: number,
): void {
  const present = fences.get(entry.fence)
  if (entry.what === 'erase') fences.delete(entry.fence)
  else if (entry.what === 'draw')
    fences.set(entry.fence, {
      id: entry.fence,
      activeFrom: new Date(entry.now),
      assetTypes: new Set(entry.types),
      ...placedArea(entry.area),
      toleranceX: tolerance,
      toleranceY: tolerance,
      ...entry.waits,
    })
  else if (present) {
    const { entryWait: _entry, exitWait: _exit, ...rest } = present
    fences.set(entry.fence, { ...rest, ...entry.waits })
  }
}

function placedArea(coordinates: Area) {
  const { mapId, x, y, x2, y2 } = coordinates
  const area = toFenceArea(coordinates)
  return { mapId, x, y, x2, y2, ...(area ? { area } : {}) }
}

/** Keeps only what is stored across a restart: text and dates. */
function afterRestart(known: ReadonlyMap<string, TrackedAsset>): Map<string, TrackedAsset> {
  return new Map(
    [...known].map(([asset, trackedAsset]) => {
      const written = JSON.parse(JSON.stringify(trackedAsset.dwells)) as Record<string, unknown>[]
      const dwells = written.map(
        (dwell) =>
          ({
            ...dwell,
            from: new Date(String(dwell['from'])),
            since: new Date(String(dwell['since'])),
            receivedAt: new Date(String(dwell['receivedAt'])),
          }) as GeofenceDwell,
      )
      return [asset, { ...trackedAsset, dwells }]
    }),
  )
}
