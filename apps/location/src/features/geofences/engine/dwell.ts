import type { GeofenceDwell } from '@wardtrack/database'
import type { Fence, PositionSample, Raise, Spot, Subject } from './fence.ts'
import type { FenceSet } from './fence-set.ts'

/** A dwell inside that began with the fence: no wait runs. */
export const idleDwell = (
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
 * Begins a dwell inside or outside with a sighting. A dwell outside is only kept while its wait runs.
 * The wait is that of the fence now; a fence that is given another wait later has it for dwells that begin later.
 */
export function beginDwell<P extends Spot>(
  fence: Fence,
  inside: boolean,
  subject: Subject,
  { place, time, receivedAt }: PositionSample<P>,
  raised: Raise<P>[],
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
  raised: Raise<P>[],
): GeofenceDwell | undefined {
  const { wait = 0, ...rest } = dwell
  const isOn = (dwell.inside ? fence.entryWait : fence.exitWait) !== undefined
  if (subject.active && isOn)
    raised.push({ fence, kind: dwell.inside ? 'Entry' : 'Exit', since: dwell.since, wait, place })
  return dwell.inside ? rest : undefined
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

/** When the first of the running waits is over by the clock; undefined when none runs. */
export function dueOf(dwells: readonly GeofenceDwell[]): Date | undefined {
  let due = Number.POSITIVE_INFINITY
  for (const { wait, receivedAt } of dwells)
    if (wait !== undefined) due = Math.min(due, receivedAt.getTime() + wait)
  return due === Number.POSITIVE_INFINITY ? undefined : new Date(due)
}
