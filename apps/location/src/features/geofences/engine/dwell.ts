import type { GeofenceDwell } from '@wardtrack/database'
import type { Fence, PositionSample, Raise, Spot, Who } from './fence.ts'
import type { FenceSet } from './fence-set.ts'

/** A stay inside that began with the fence: no wait runs. */
export const idleDwell = (fence: Fence, { heard }: Pick<PositionSample<Spot>, 'heard'>): GeofenceDwell => ({
  fence: fence.id,
  from: fence.activeFrom,
  inside: true,
  since: fence.activeFrom,
  heard,
})

/**
 * Begins a stay inside or outside with a sighting. A stay outside is only kept while its wait runs.
 * The wait is that of the fence now; a fence that is given another wait later has it for stays that begin later.
 */
export function beginDwell<P extends Spot>(
  fence: Fence,
  inside: boolean,
  who: Who,
  { place, time, heard }: PositionSample<P>,
  raised: Raise<P>[],
): GeofenceDwell | undefined {
  const stay: GeofenceDwell = { fence: fence.id, from: fence.activeFrom, inside, since: time, heard }
  const wait = inside ? fence.entryWait : fence.exitWait
  if (wait === undefined) return inside ? stay : undefined
  const waiting = { ...stay, wait }
  return wait === 0 ? endWait(fence, waiting, who, place, raised) : waiting
}

/** What is left of a stay whose wait is over. It raises its alert, unless the asset is inactive: then it is spent. */
export function endWait<P extends Spot>(
  fence: Fence,
  stay: GeofenceDwell,
  who: Who,
  place: P,
  raised: Raise<P>[],
): GeofenceDwell | undefined {
  const { wait = 0, ...rest } = stay
  const isOn = (stay.inside ? fence.entryWait : fence.exitWait) !== undefined
  if (who.active && isOn)
    raised.push({ fence, kind: stay.inside ? 'Entry' : 'Exit', since: stay.since, wait, place })
  return stay.inside ? rest : undefined
}

/**
 * Ends the waits that are over by the clock, without any news: a wait runs on from when the change was received.
 * Stays whose fence is gone or was changed are dropped.
 * @param now milliseconds
 */
export function endDueWaits<P extends Spot>(
  fences: FenceSet,
  who: Who,
  track: { place: P; stays: readonly GeofenceDwell[] },
  now: number,
  raised: Raise<P>[],
): GeofenceDwell[] {
  return track.stays.flatMap((stay) => {
    const fence = fences.of(stay, who.assetType)
    if (!fence) return []
    if (stay.wait === undefined || stay.heard.getTime() + stay.wait > now) return [stay]
    return endWait(fence, stay, who, track.place, raised) ?? []
  })
}

/** When the first of the running waits is over by the clock; undefined when none runs. */
export function dueOf(stays: readonly GeofenceDwell[]): Date | undefined {
  let due = Number.POSITIVE_INFINITY
  for (const { wait, heard } of stays) if (wait !== undefined) due = Math.min(due, heard.getTime() + wait)
  return due === Number.POSITIVE_INFINITY ? undefined : new Date(due)
}
