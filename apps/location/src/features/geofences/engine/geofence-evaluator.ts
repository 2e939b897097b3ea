import type { GeofenceDwell } from '@wardtrack/database'
import {
  beginDwell,
  endWait,
  type Fence,
  idleDwell,
  isDwellOf,
  isInside,
  type PositionSample,
  type Raise,
  type Spot,
  type Subject,
  type Track,
} from './fence.ts'
import type { FenceSet } from './fence-set.ts'

/**
 * Judges a sighting: gives the dwells after it and adds the alerts it raises. Sightings of one asset come in the order
 * of their times, each later than the one before; late and repeated ones are not for the judge. When nothing about
 * dwells changes, the very list that was given is given back.
 */
export type GeofenceEvaluator = <P extends Spot>(
  subject: Subject,
  track: Track<P>,
  seen: PositionSample<P>,
  raised: Raise<P>[],
) => readonly GeofenceDwell[]

/** Makes the judge by a set of fences. */
export function createGeofenceEvaluator(fences: FenceSet): GeofenceEvaluator {
  // Lists of one call, kept so that a sighting which changes nothing leaves no garbage.
  const before: Fence[] = []
  const here: Fence[] = []
  return (subject, { place: last, dwells }, seen, raised) => {
    before.length = 0
    here.length = 0
    fences.at(seen.place, here)
    // Most that is seen stands still.
    const stands = last !== undefined && isSameSpot(last, seen.place)
    if (stands) for (const fence of here) before.push(fence)
    else if (last) fences.at(last, before)
    if (dwells.length + before.length + here.length === 0) return dwells
    let next: GeofenceDwell[] | undefined
    let index = 0
    for (const dwell of dwells) {
      const fence = fenceOf(dwell, here, subject) ?? fences.byDwell(dwell, subject.assetType)
      const after = fence && advanceDwell(fence, dwell, subject, last ?? seen.place, seen, raised)
      if (after !== dwell) next ??= dwells.slice(0, index)
      if (after) next?.push(after)
      index += 1
    }
    // What was inside before its fence was there, as it is now, is inside since then and raises no entry.
    for (const fence of before)
      if (hasNoDwell(fence, subject, dwells)) {
        const after = advanceDwell(fence, idleDwell(fence, seen), subject, seen.place, seen, raised)
        next ??= dwells.slice()
        if (after) next.push(after)
      }
    for (const fence of here)
      if (hasNoDwell(fence, subject, dwells) && !before.includes(fence)) {
        const after = enterFence(fence, subject, seen, raised)
        next ??= dwells.slice()
        if (after) next.push(after)
      }
    return next ?? dwells
  }
}

const isSameSpot = (one: Spot, other: Spot): boolean =>
  one.x === other.x && one.y === other.y && one.mapId === other.mapId

/** The fence of a dwell if it is among those here: quicker than asking the set. */
function fenceOf(dwell: GeofenceDwell, here: readonly Fence[], subject: Subject): Fence | undefined {
  for (const fence of here)
    if (isDwellOf(dwell, fence)) return fence.assetTypes.has(subject.assetType) ? fence : undefined
  return undefined
}

/** Whether a fence concerns the asset and has no dwell yet. */
function hasNoDwell(fence: Fence, subject: Subject, dwells: readonly GeofenceDwell[]): boolean {
  for (const dwell of dwells) if (isDwellOf(dwell, fence)) return false
  return fence.assetTypes.has(subject.assetType)
}

/** One dwell, one sighting later. @param last where the asset was until now */
function advanceDwell<P extends Spot>(
  fence: Fence,
  dwell: GeofenceDwell,
  subject: Subject,
  last: P,
  seen: PositionSample<P>,
  raised: Raise<P>[],
): GeofenceDwell | undefined {
  const { place, time } = seen
  const over = dwell.wait !== undefined && dwell.since.getTime() + dwell.wait <= time.getTime()
  const now = over ? endWait(fence, dwell, subject, last, raised) : dwell
  const isOld = time.getTime() <= fence.activeFrom.getTime()
  const inside = isInside(fence, place, dwell.inside && !isOld)
  if (inside === undefined || inside === dwell.inside) return now
  // Before the fence was there it cannot have been left: it was not inside when it began.
  if (isOld) return undefined
  return beginDwell(fence, inside, subject, seen, raised)
}

function enterFence<P extends Spot>(
  fence: Fence,
  subject: Subject,
  seen: PositionSample<P>,
  raised: Raise<P>[],
): GeofenceDwell | undefined {
  return seen.time.getTime() <= fence.activeFrom.getTime()
    ? idleDwell(fence, seen)
    : beginDwell(fence, true, subject, seen, raised)
}

/**
 * Ends the waits that are over by the clock, without any news: a wait runs on from when the change was received.
 * Stays whose fence is gone or was changed are dropped.
 * @param now milliseconds
 */
export function endDueWaits<P extends Spot>(
  fences: FenceSet,
  subject: Subject,
  track: { place: P; dwells: readonly GeofenceDwell[] },
  now: number,
  raised: Raise<P>[],
): GeofenceDwell[] {
  return track.dwells.flatMap((dwell) => {
    const fence = fences.byDwell(dwell, subject.assetType)
    if (!fence) return []
    if (dwell.wait === undefined || dwell.receivedAt.getTime() + dwell.wait > now) return [dwell]
    return endWait(fence, dwell, subject, track.place, raised) ?? []
  })
}
