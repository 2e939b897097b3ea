import { type GeofenceDwell } from '@wardtrack/database'
import { type FenceArea, isInArea, isNearArea } from '@wardtrack/places'

/** A geofence as the engine evaluates it, in pixels, edges inside. */
export type Fence = {
  /** hexadecimal `_id` */
  id: string
  /** time of the last activation; the engine treats the same `id` with another time as another fence */
  activeFrom: Date
  assetTypes: ReadonlySet<string>
  mapId: string
  /** the box around it; for a rectangle, the box is the exact area */
  x: number
  y: number
  x2: number
  y2: number
  area?: FenceArea
  /** distance from the edge within which assets already inside remain inside, in pixels along each side */
  toleranceX: number
  toleranceY: number
  /** milliseconds; absent while this trigger is off */
  entryWait?: number
  exitWait?: number
}

/** A point on a map, in the pixels of that map's fences; the point is null when only the place is known. */
export type Spot = {
  mapId: string | null
  x: number | null
  y: number | null
  /** fences that hold the asset, whatever its point; present when only its room is known */
  roomFences?: readonly Fence[]
}

/** A sighting: the place, the time of measurement and the time of receipt. */
export type PositionSample<P extends Spot> = { place: P; time: Date; receivedAt: Date }

/** The asset of a position. */
export type Subject = { assetType: string; active: boolean }

/** State of an asset before a position: its last place and its dwells. */
export type Track<P extends Spot> = { place?: P | undefined; dwells: readonly GeofenceDwell[] }

/** An alert raised at the end of a wait. `place` is the asset's last known place at that time. */
export type RaisedAlert<P extends Spot> = {
  fence: Fence
  kind: 'Entry' | 'Exit'
  since: Date
  /** milliseconds that the dwell had to last */
  wait: number
  place: P
}

/**
 * Returns true if a spot is inside a fence; undefined when the spot is on the fence's map without a point. A tolerance
 * applies to points only.
 * @param withTolerance true to apply the tolerance
 */
export function isInside(
  fence: Fence,
  { mapId, x, y, roomFences }: Spot,
  withTolerance: boolean,
): boolean | undefined {
  if (mapId !== fence.mapId) return false
  if (roomFences) return roomFences.includes(fence)
  if (x === null || y === null) return undefined
  const marginX = withTolerance ? fence.toleranceX : 0
  const marginY = withTolerance ? fence.toleranceY : 0
  const isInBox =
    x >= fence.x - marginX && x <= fence.x2 + marginX && y >= fence.y - marginY && y <= fence.y2 + marginY
  if (!isInBox || !fence.area) return isInBox
  if (isInArea(fence.area, x, y)) return true
  return marginX > 0 && marginY > 0 && isNearArea(fence.area, x, y, marginX, marginY)
}

/** Returns true if a dwell belongs to the current version of this fence. */
export const isDwellOf = (dwell: GeofenceDwell, fence: Fence): boolean =>
  dwell.fence === fence.id && dwell.from.getTime() === fence.activeFrom.getTime()

/** Creates the dwell of an asset that was inside when the fence was activated; no wait runs. */
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
 * Begins a dwell inside or outside at a position. A dwell outside exists only while its wait runs. The wait is taken
 * from the current fence; a later change of the wait applies only to later dwells.
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

/**
 * Returns the dwell after its wait has ended. The end raises an alert only for an active asset.
 */
export function endWait<P extends Spot>(
  fence: Fence,
  dwell: GeofenceDwell,
  subject: Subject,
  place: P,
  raised: RaisedAlert<P>[],
): GeofenceDwell | undefined {
  const { wait = 0, confirmed: _confirmed, ...rest } = dwell
  const isTriggerOn = (dwell.inside ? fence.entryWait : fence.exitWait) !== undefined
  if (subject.active && isTriggerOn)
    raised.push({ fence, kind: dwell.inside ? 'Entry' : 'Exit', since: dwell.since, wait, place })
  return dwell.inside ? rest : undefined
}

/** Returns true if a dwell inside may raise an exit: no entry wait runs, or the asset returned before its exit. */
export const isConfirmed = ({ wait, confirmed }: GeofenceDwell): boolean =>
  wait === undefined || confirmed === true

/** Returns the earliest end of the running waits by the clock; undefined when none runs. */
export function firstDueTime(dwells: readonly GeofenceDwell[]): Date | undefined {
  let due = Number.POSITIVE_INFINITY
  for (const { wait, receivedAt } of dwells)
    if (wait !== undefined) due = Math.min(due, receivedAt.getTime() + wait)
  return due === Number.POSITIVE_INFINITY ? undefined : new Date(due)
}
