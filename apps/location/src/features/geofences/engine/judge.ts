import type { GeofenceStay } from '@wardtrack/database'
import {
  type Fence,
  isInside,
  isStayOf,
  type Raise,
  type Sighting,
  type Spot,
  type Track,
  type Who,
} from './fence.ts'
import type { FenceSet } from './fence-set.ts'
import { beginStay, endWait, quietStay } from './stay.ts'

/**
 * Judges a sighting: gives the stays after it and adds the alerts it raises. Sightings of one asset come in the order
 * of their times, each later than the one before; late and repeated ones are not for the judge. When nothing about
 * stays changes, the very list that was given is given back.
 */
export type Judge = <P extends Spot>(
  who: Who,
  track: Track<P>,
  seen: Sighting<P>,
  raised: Raise<P>[],
) => readonly GeofenceStay[]

/** Makes the judge by a set of fences. */
export function createJudge(fences: FenceSet): Judge {
  // Lists of one call, kept so that a sighting which changes nothing leaves no garbage.
  const before: Fence[] = []
  const here: Fence[] = []
  return (who, { place: last, stays }, seen, raised) => {
    before.length = 0
    here.length = 0
    if (last) fences.at(last, before)
    fences.at(seen.place, here)
    if (stays.length + before.length + here.length === 0) return stays
    let next: GeofenceStay[] | undefined
    const put = (stay: GeofenceStay | undefined, index: number): void => {
      next ??= stays.slice(0, index)
      if (stay) next.push(stay)
    }
    for (const [index, stay] of stays.entries()) {
      const fence = fences.of(stay, who.assetType)
      const after = fence && passOn(fence, stay, who, last ?? seen.place, seen, raised)
      if (after !== stay) put(after, index)
      else next?.push(stay)
    }
    const isNew = (fence: Fence): boolean =>
      fence.assetTypes.has(who.assetType) && !stays.some((stay) => isStayOf(stay, fence))
    // What was inside before its fence was there, as it is now, is inside since then and raises no entry.
    for (const fence of before)
      if (isNew(fence))
        put(passOn(fence, quietStay(fence, seen), who, seen.place, seen, raised), stays.length)
    for (const fence of here)
      if (!before.includes(fence) && isNew(fence)) put(enter(fence, who, seen, raised), stays.length)
    return next ?? stays
  }
}

/** One stay, one sighting later. @param last where the asset was until now */
function passOn<P extends Spot>(
  fence: Fence,
  stay: GeofenceStay,
  who: Who,
  last: P,
  seen: Sighting<P>,
  raised: Raise<P>[],
): GeofenceStay | undefined {
  const { place, time } = seen
  const over = stay.wait !== undefined && stay.since.getTime() + stay.wait <= time.getTime()
  const now = over ? endWait(fence, stay, who, last, raised) : stay
  const isOld = time <= fence.activeFrom
  const inside = isInside(fence, place, stay.inside && !isOld)
  if (inside === undefined || inside === stay.inside) return now
  // Before the fence was there it cannot have been left: it was not inside when it began.
  if (isOld) return undefined
  return beginStay(fence, inside, who, seen, raised)
}

function enter<P extends Spot>(
  fence: Fence,
  who: Who,
  seen: Sighting<P>,
  raised: Raise<P>[],
): GeofenceStay | undefined {
  return seen.time <= fence.activeFrom ? quietStay(fence, seen) : beginStay(fence, true, who, seen, raised)
}
