import type { GeofenceDwell } from '@wardtrack/database'
import {
  beginDwell,
  dwellSinceActivation,
  endWait,
  type Fence,
  isConfirmed,
  isDwellOf,
  isInside,
  type PositionSample,
  type RaisedAlert,
  type Spot,
  type Subject,
  type Track,
} from './fence.ts'
import type { FenceSet } from './fence-set.ts'

/**
 * Evaluates a position: returns the dwells after it and adds the alerts it raises. Each position of an asset must be
 * later than the previous one; callers drop late and repeated positions. If no dwell changes, it returns the same
 * list object.
 */
export type GeofenceEvaluator = <P extends Spot>(
  subject: Subject,
  track: Track<P>,
  sample: PositionSample<P>,
  raised: RaisedAlert<P>[],
) => readonly GeofenceDwell[]

/** Creates the evaluator of a set of fences. */
export function createGeofenceEvaluator(fences: FenceSet): GeofenceEvaluator {
  // Lists reused between calls, so that a position that changes nothing allocates no memory.
  const previousFences: Fence[] = []
  const currentFences: Fence[] = []
  return (subject, { place: lastPlace, dwells }, sample, raised) => {
    previousFences.length = 0
    currentFences.length = 0
    fences.collectAt(sample.place, currentFences)
    // Most assets do not move between two positions.
    const isStationary = lastPlace !== undefined && isSameSpot(lastPlace, sample.place)
    if (isStationary) for (const fence of currentFences) previousFences.push(fence)
    else if (lastPlace) fences.collectAt(lastPlace, previousFences)
    if (dwells.length + previousFences.length + currentFences.length === 0) return dwells
    let dwellsAfter: GeofenceDwell[] | undefined
    let index = 0
    for (const dwell of dwells) {
      const fence = fenceOf(dwell, currentFences, subject) ?? fences.byDwell(dwell, subject.assetType)
      const after = fence && advanceDwell(fence, dwell, subject, lastPlace ?? sample.place, sample, raised)
      if (after !== dwell) dwellsAfter ??= dwells.slice(0, index)
      if (after) dwellsAfter?.push(after)
      index += 1
    }
    // An asset inside an activated fence counts as inside since the activation and raises no entry.
    for (const fence of previousFences)
      if (hasNoDwell(fence, subject, dwells)) {
        const after = advanceDwell(
          fence,
          dwellSinceActivation(fence, sample),
          subject,
          sample.place,
          sample,
          raised,
        )
        dwellsAfter ??= dwells.slice()
        if (after) dwellsAfter.push(after)
      }
    for (const fence of currentFences)
      if (hasNoDwell(fence, subject, dwells) && !previousFences.includes(fence)) {
        const after = enterFence(fence, subject, sample, raised)
        dwellsAfter ??= dwells.slice()
        if (after) dwellsAfter.push(after)
      }
    return dwellsAfter ?? dwells
  }
}

const isSameSpot = (a: Spot, b: Spot): boolean =>
  a.x === b.x && a.y === b.y && a.mapId === b.mapId && a.roomFences === b.roomFences

/** Finds the fence of a dwell in a list, which is faster than asking the set. */
function fenceOf(dwell: GeofenceDwell, fences: readonly Fence[], subject: Subject): Fence | undefined {
  for (const fence of fences)
    if (isDwellOf(dwell, fence)) return fence.assetTypes.has(subject.assetType) ? fence : undefined
  return undefined
}

/** Returns true if a fence applies to the asset and has no dwell yet. */
function hasNoDwell(fence: Fence, subject: Subject, dwells: readonly GeofenceDwell[]): boolean {
  for (const dwell of dwells) if (isDwellOf(dwell, fence)) return false
  return fence.assetTypes.has(subject.assetType)
}

/** Advances one dwell to the next position. @param lastPlace the asset's place before the position */
function advanceDwell<P extends Spot>(
  fence: Fence,
  dwell: GeofenceDwell,
  subject: Subject,
  lastPlace: P,
  sample: PositionSample<P>,
  raised: RaisedAlert<P>[],
): GeofenceDwell | undefined {
  const { place, time } = sample
  const isWaitOver = dwell.wait !== undefined && dwell.since.getTime() + dwell.wait <= time.getTime()
  const present = isWaitOver ? endWait(fence, dwell, subject, lastPlace, raised) : dwell
  const isBeforeFence = time.getTime() <= fence.activeFrom.getTime()
  const inside = isInside(fence, place, dwell.inside && !isBeforeFence)
  if (inside === undefined || inside === dwell.inside) return present
  // The asset cannot leave a fence before its activation, so it was not inside at that time.
  if (isBeforeFence) return undefined
  // An asset that left before its entry was confirmed was never inside.
  if (!inside && present && !isConfirmed(present)) return undefined
  const next = beginDwell(fence, inside, subject, sample, raised)
  const isReturn = inside && present !== undefined
  return isReturn && next?.wait !== undefined ? { ...next, confirmed: true } : next
}

function enterFence<P extends Spot>(
  fence: Fence,
  subject: Subject,
  sample: PositionSample<P>,
  raised: RaisedAlert<P>[],
): GeofenceDwell | undefined {
  return sample.time.getTime() <= fence.activeFrom.getTime()
    ? dwellSinceActivation(fence, sample)
    : beginDwell(fence, true, subject, sample, raised)
}

/**
 * Ends the waits that are over by the clock, without an event. A wait runs from the receipt of the change. Dwells of
 * deleted or changed fences are dropped.
 * @param now milliseconds
 */
export function endDueWaits<P extends Spot>(
  fences: FenceSet,
  subject: Subject,
  track: { place: P; dwells: readonly GeofenceDwell[] },
  now: number,
  raised: RaisedAlert<P>[],
): GeofenceDwell[] {
  return track.dwells.flatMap((dwell) => {
    const fence = fences.byDwell(dwell, subject.assetType)
    if (!fence) return []
    if (dwell.wait === undefined || dwell.receivedAt.getTime() + dwell.wait > now) return [dwell]
    return endWait(fence, dwell, subject, track.place, raised) ?? []
  })
}
