import type { LiveEvent } from '@wardtrack/contracts'

/** Calls `flush` once, soon; in an animation frame if the page is visible. */
export type Scheduler = (flush: () => void) => void

/** Schedules by animation frame. Hidden tabs get no frames, so a slow timer updates their cache. */
export const perFrame: Scheduler = (flush) => {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => flush())
  else setTimeout(flush, 1_000)
}

/**
 * Collects events until the next frame, so that hundreds per second need one cache write and one render. Keeps only the
 * newest of several locations of an asset; the order of all other events stays.
 */
export function createBatch(deliver: (events: LiveEvent[]) => void, schedule: Scheduler = perFrame) {
  let waiting: LiveEvent[] = []
  const flush = (): void => {
    const events = latestLocations(waiting)
    waiting = []
    if (events.length > 0) deliver(events)
  }
  return (events: LiveEvent[]): void => {
    if (waiting.length === 0) schedule(flush)
    waiting.push(...events)
  }
}

/** Drops each location that is followed by a later one of the same asset in the batch. */
export function latestLocations(events: readonly LiveEvent[]): LiveEvent[] {
  const last = new Map<string, number>()
  for (const [index, event] of events.entries())
    if (event.event === 'asset.location') last.set(`${event.data.AssetType}:${event.data.AssetId}`, index)
  return events.filter(
    (event, index) =>
      event.event !== 'asset.location' || last.get(`${event.data.AssetType}:${event.data.AssetId}`) === index,
  )
}
