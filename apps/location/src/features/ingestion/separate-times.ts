import type { CachedAsset, IngestEvent } from '@wardtrack/ingestion'
import type { Position } from './resolve-position.ts'

/** A location event whose time may differ from the sender's. */
export type ShiftedEvent = IngestEvent<Position> & {
  /** milliseconds that were added to the sender's time; absent for none */
  timeShift?: number
}

type Point = Pick<Position, 'mapId' | 'hierarchyId' | 'x' | 'y'>
/** Newest position of one asset, provider and time as sent. */
type Moment = { place: Point; shift: number }

/**
 * Separates positions of one asset that have the same time and different places: each follows the one before by a
 * millisecond, in the order of receipt. A clock with whole seconds so loses no position, and no reader of history meets
 * two places at one time. A repeat may get another time than the first event, so history decides on shifted events.
 */
export function separateTimes(group: readonly IngestEvent<Position>[]): readonly ShiftedEvent[] {
  const moments = new Map<CachedAsset, Map<string, Moment>>()
  return group.map((event) => {
    const { asset, content, time } = event
    const ofAsset = moments.get(asset) ?? new Map<string, Moment>()
    if (ofAsset.size === 0) moments.set(asset, ofAsset)
    const key = `${time.getTime()}|${event.provider}`
    const previous = ofAsset.get(key) ?? currentMoment(event)
    const shift = previous ? previous.shift + (isSamePoint(previous.place, content) ? 0 : 1) : 0
    ofAsset.set(key, { place: content, shift })
    return shift === 0 ? event : withShift(event, shift)
  })
}

const withShift = (event: IngestEvent<Position>, timeShift: number): ShiftedEvent => ({
  ...event,
  time: new Date(event.time.getTime() + timeShift),
  timeShift,
  repeatMayDiffer: true,
})

/** Returns the asset's current position if its provider sent it with the time of the event. */
function currentMoment({ asset, provider, time }: IngestEvent<Position>): Moment | undefined {
  const { location } = asset.place
  if (!location || (location.provider ?? '') !== provider) return undefined
  const shift = location.timeShift ?? 0
  if (location.time.getTime() - shift !== time.getTime()) return undefined
  const { mapId, hierarchyId, xCenterPoint: x, yCenterPoint: y } = location
  return { shift, place: { mapId, x, y, ...(hierarchyId === undefined ? {} : { hierarchyId }) } }
}

const isSamePoint = (a: Point, b: Point): boolean =>
  a.mapId === b.mapId && a.hierarchyId === b.hierarchyId && a.x === b.x && a.y === b.y
