import type { GeofenceDwell } from '@wardtrack/database'
import {
  beginDwell,
  dwellSinceActivation,
  endWait,
  type Fence,
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
 * Evaluates a position: gives the dwells after it and adds the alerts it raises. Positions of one asset come in the order
 * of their times, each later than the one before; late and repeated ones are left out before. When nothing about
 * dwells changes, the very list that was given is given back.
 */
export type GeofenceEvaluator = <P extends Spot>(
  subject: Subject,
  track: Track<P>,
  sample: PositionSample<P>,
  raised: RaisedAlert<P>[],
) => readonly GeofenceDwell[]

/** Makes the evaluator of a set of fences. */
export function createGeofenceEvaluator(fences: FenceSet): GeofenceEvaluator {
  // Lists of one call, kept so that a position which changes nothing leaves no garbage.
  const previousFences: Fence[] = []
  const currentFences: Fence[] = []
  return (subject, { place: lastPlace, dwells }, sample, raised) => {
    previousFences.length = 0
    currentFences.length = 0
    fences.collectAt(sample.place, currentFences)
    // Most that is seen stands still.
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
    // What was inside before its fence was there, as it is now, is inside since then and raises no entry.
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

const isSameSpot = (a: Spot, b: Spot): boolean => a.x === b.x && a.y === b.y && a.mapId === b.mapId

/** The fence of a dwell if it is among those here: quicker than asking the set. */
function fenceOf(dwell: GeofenceDwell, fences: readonly Fence[], subject: Subject): Fence | undefined {
  for (const fence of fences)
    if (isDwellOf(dwell, fence)) return fence.assetTypes.has(subject.assetType) ? fence : undefined
  return undefined
}

/** Whether a fence concerns the asset and has no dwell yet. */
function hasNoDwell(fence: Fence, subject: Subject, dwells: readonly GeofenceDwell[]): boolean {
  for (const dwell of dwells) if (isDwellOf(dwell, fence)) return false
  return fence.assetTypes.has(subject.assetType)
}

/** One dwell, one position later. @param lastPlace where the asset was until now */
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
  // Before the fence was there it cannot have been left: it was not inside when it began.
  if (isBeforeFence) return undefined
  return beginDwell(fence, inside, subject, sample, raised)
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
 * Ends the waits that are over by the clock, without any news: a wait runs on from when the change was received.
 * Dwells whose fence is gone or was changed are dropped.
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
