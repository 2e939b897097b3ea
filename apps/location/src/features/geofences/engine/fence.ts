import { type GeofenceDwell } from '@wardtrack/database'
import { type FenceArea, isInArea, isNearArea } from '@wardtrack/places'

/** A geofence as the engine evaluates it, in pixels, edges inside. */
export type Fence = {
  /** hexadecimal `_id` */
  id: string
  /** since when it is as it is: another one of the same `id` is another fence to the engine */
  activeFrom: Date
  assetTypes: ReadonlySet<string>
  mapId: string
  /** the box around it, which for a rectangle is all */
  x: number
  y: number
  x2: number
  y2: number
  area?: FenceArea
  /** how far from its edge still counts as inside for who is inside, in pixels along each side */
  toleranceX: number
  toleranceY: number
  /** milliseconds; absent: this trigger is off */
  entryWait?: number
  exitWait?: number
}

/** A point on a map, in the pixels of that map's fences; no point (null) when only the place is known. */
export type Spot = { mapId: string | null; x: number | null; y: number | null }

/** Where somebody was seen, when, and when that was received. */
export type PositionSample<P extends Spot> = { place: P; time: Date; receivedAt: Date }

/** The asset that a position is of. */
export type Subject = { assetType: string; active: boolean }

/** What is known of an asset before a position: its last place and its dwells. */
export type Track<P extends Spot> = { place?: P | undefined; dwells: readonly GeofenceDwell[] }

/** An alert that a wait's end raised: `place` is where the asset was last seen then. */
export type RaisedAlert<P extends Spot> = {
  fence: Fence
  kind: 'Entry' | 'Exit'
  since: Date
  /** milliseconds that the dwell had to last */
  wait: number
  place: P
}

/**
 * Whether a spot is inside a fence; undefined when that cannot be told: on the fence's map, but nobody knows where.
 * @param withTolerance whether the tolerance counts
 */
export function isInside(fence: Fence, { mapId, x, y }: Spot, withTolerance: boolean): boolean | undefined {
  if (mapId !== fence.mapId) return false
  if (x === null || y === null) return undefined
  const marginX = withTolerance ? fence.toleranceX : 0
  const marginY = withTolerance ? fence.toleranceY : 0
  const isInBox =
    x >= fence.x - marginX && x <= fence.x2 + marginX && y >= fence.y - marginY && y <= fence.y2 + marginY
  if (!isInBox || !fence.area) return isInBox
  if (isInArea(fence.area, x, y)) return true
  return marginX > 0 && marginY > 0 && isNearArea(fence.area, x, y, marginX, marginY)
}

/** Whether a dwell was kept for this fence as it is now. */
export const isDwellOf = (dwell: GeofenceDwell, fence: Fence): boolean =>
  dwell.fence === fence.id && dwell.from.getTime() === fence.activeFrom.getTime()

/** A dwell inside that began with the fence: no wait runs. */
export const dwellSinceActivation = (
  fence: Fence,
  { receivedAt }: Pick<PositionSample<Spot>, 'receivedAt'>,
): GeofenceDwell => ({
  fence: fence.id,
  from: fence.activeFrom,
  inside: true,
  since: fence.activeFrom,
  receivedAt,
})

/**
 * Begins a dwell inside or outside with a position. A dwell outside is only kept while its wait runs.
 * The wait is that of the fence now; a fence that is given another wait later has it for dwells that begin later.
 */
export function beginDwell<P extends Spot>(
  fence: Fence,
  inside: boolean,
  subject: Subject,
  { place, time, receivedAt }: PositionSample<P>,
  raised: RaisedAlert<P>[],
): GeofenceDwell | undefined {
  const dwell: GeofenceDwell = { fence: fence.id, from: fence.activeFrom, inside, since: time, receivedAt }
  const wait = inside ? fence.entryWait : fence.exitWait
  if (wait === undefined) return inside ? dwell : undefined
  const waiting = { ...dwell, wait }
  return wait === 0 ? endWait(fence, waiting, subject, place, raised) : waiting
}

/** What is left of a dwell whose wait is over. It raises its alert, unless the asset is inactive: then it is spent. */
export function endWait<P extends Spot>(
  fence: Fence,
  dwell: GeofenceDwell,
  subject: Subject,
  place: P,
  raised: RaisedAlert<P>[],
): GeofenceDwell | undefined {
  const { wait = 0, ...rest } = dwell
  const isTriggerOn = (dwell.inside ? fence.entryWait : fence.exitWait) !== undefined
  if (subject.active && isTriggerOn)
    raised.push({ fence, kind: dwell.inside ? 'Entry' : 'Exit', since: dwell.since, wait, place })
  return dwell.inside ? rest : undefined
}

/** When the first of the running waits is over by the clock; undefined when none runs. */
export function firstDueTime(dwells: readonly GeofenceDwell[]): Date | undefined {
  let due = Number.POSITIVE_INFINITY
  for (const { wait, receivedAt } of dwells)
    if (wait !== undefined) due = Math.min(due, receivedAt.getTime() + wait)
  return due === Number.POSITIVE_INFINITY ? undefined : new Date(due)
}
