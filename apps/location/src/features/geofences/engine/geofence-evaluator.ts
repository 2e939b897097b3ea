import type { GeofenceDwell } from '@wardtrack/database'
import { beginDwell, endWait, idleDwell } from './dwell.ts'
import {
  type Fence,
  isDwellOf,
  isInside,
  type PositionSample,
  type Raise,
  type Spot,
  type Track,
  type Who,
} from './fence.ts'
import type { FenceSet } from './fence-set.ts'

/**
 * Judges a sighting: gives the stays after it and adds the alerts it raises. Sightings of one asset come in the order
 * of their times, each later than the one before; late and repeated ones are not for the judge. When nothing about
 * stays changes, the very list that was given is given back.
 */
export type GeofenceEvaluator = <P extends Spot>(
  who: Who,
  track: Track<P>,
  seen: PositionSample<P>,
  raised: Raise<P>[],
) => readonly GeofenceDwell[]

/** Makes the judge by a set of fences. */
export function createGeofenceEvaluator(fences: FenceSet): GeofenceEvaluator {
  // Lists of one call, kept so that a sighting which changes nothing leaves no garbage.
  const before: Fence[] = []
  const here: Fence[] = []
  return (who, { place: last, stays }, seen, raised) => {
    before.length = 0
    here.length = 0
    fences.at(seen.place, here)
    // Most that is seen stands still.
    const stands = last !== undefined && isSame(last, seen.place)
    if (stands) for (const fence of here) before.push(fence)
    else if (last) fences.at(last, before)
    if (stays.length + before.length + here.length === 0) return stays
    let next: GeofenceDwell[] | undefined
    let index = 0
    for (const stay of stays) {
      const fence = fenceOf(stay, here, who) ?? fences.of(stay, who.assetType)
      const after = fence && passOn(fence, stay, who, last ?? seen.place, seen, raised)
      if (after !== stay) next ??= stays.slice(0, index)
      if (after) next?.push(after)
      index += 1
    }
    // What was inside before its fence was there, as it is now, is inside since then and raises no entry.
    for (const fence of before)
      if (isNew(fence, who, stays)) {
        const after = passOn(fence, idleDwell(fence, seen), who, seen.place, seen, raised)
        next ??= stays.slice()
        if (after) next.push(after)
      }
    for (const fence of here)
      if (isNew(fence, who, stays) && !before.includes(fence)) {
        const after = enter(fence, who, seen, raised)
        next ??= stays.slice()
        if (after) next.push(after)
      }
    return next ?? stays
  }
}

const isSame = (one: Spot, other: Spot): boolean =>
  one.x === other.x && one.y === other.y && one.mapId === other.mapId

/** The fence of a stay if it is among those here: quicker than asking the set. */
function fenceOf(stay: GeofenceDwell, here: readonly Fence[], who: Who): Fence | undefined {
  for (const fence of here)
    if (isDwellOf(stay, fence)) return fence.assetTypes.has(who.assetType) ? fence : undefined
  return undefined
}

/** Whether a fence concerns the asset and has no stay yet. */
function isNew(fence: Fence, who: Who, stays: readonly GeofenceDwell[]): boolean {
  for (const stay of stays) if (isDwellOf(stay, fence)) return false
  return fence.assetTypes.has(who.assetType)
}

/** One stay, one sighting later. @param last where the asset was until now */
function passOn<P extends Spot>(
  fence: Fence,
  stay: GeofenceDwell,
  who: Who,
  last: P,
  seen: PositionSample<P>,
  raised: Raise<P>[],
): GeofenceDwell | undefined {
  const { place, time } = seen
  const over = stay.wait !== undefined && stay.since.getTime() + stay.wait <= time.getTime()
  const now = over ? endWait(fence, stay, who, last, raised) : stay
  const isOld = time.getTime() <= fence.activeFrom.getTime()
  const inside = isInside(fence, place, stay.inside && !isOld)
  if (inside === undefined || inside === stay.inside) return now
  // Before the fence was there it cannot have been left: it was not inside when it began.
  if (isOld) return undefined
  return beginDwell(fence, inside, who, seen, raised)
}

function enter<P extends Spot>(
  fence: Fence,
  who: Who,
  seen: PositionSample<P>,
  raised: Raise<P>[],
): GeofenceDwell | undefined {
  return seen.time.getTime() <= fence.activeFrom.getTime()
    ? idleDwell(fence, seen)
    : beginDwell(fence, true, who, seen, raised)
}
