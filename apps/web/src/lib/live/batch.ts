import type { LiveEvent } from '@wardtrack/contracts'

/** Calls `flush` soon, once; an animation frame when the page is visible. */
export type Scheduler = (flush: () => void) => void

/** Frames do not come to a hidden tab: there a slow timer does, so that its cache still follows. */
export const perFrame: Scheduler = (flush) => {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => flush())
  else setTimeout(flush, 1_000)
}

/**
 * Collects events until the next frame, so that hundreds a second cost one cache write and one render. Of several
 * locations of the same asset only the newest has to be drawn, but the order of everything else is kept.
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

/** Drops a location that a later one of the same asset overtakes within the batch. */
export function latestLocations(events: readonly LiveEvent[]): LiveEvent[] {
  const last = new Map<string, number>()
  for (const [index, event] of events.entries())
    if (event.event === 'asset.location') last.set(`${event.data.AssetType}:${event.data.AssetId}`, index)
  return events.filter(
    (event, index) =>
      event.event !== 'asset.location' || last.get(`${event.data.AssetType}:${event.data.AssetId}`) === index,
  )
}
