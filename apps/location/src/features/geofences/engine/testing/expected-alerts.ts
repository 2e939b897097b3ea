import { isInside } from './expected-inside.ts'
import type { Area, Waits } from './scenario.ts'
import type { Alert, LogEntry, ReceivedEvent } from './scenario-log.ts'

/** Lifetime of one version of a fence, from its drawing until it is erased or redrawn; entries of the log. */
type FenceLifetime = {
  fence: string
  area: Area
  types: string[]
  from: number
  first: number
  last: number
  waitsAt(entry: number): Waits
}
type LoggedEvent = ReceivedEvent & { entry: number }
type Dwell = { inside: boolean; begin: LoggedEvent; end: LoggedEvent | undefined; raises: boolean }

/**
 * Returns all alerts that a log must raise, from the definitions alone. It examines each asset with each fence
 * separately over the whole log, with all events sorted. It uses no index, no state and no timers.
 */
export function expectedAlerts(
  log: readonly LogEntry[],
  tolerance: number,
  assets: readonly string[],
): Alert[] {
  const lifetimes = fenceLifetimes(log)
  return assets.flatMap((asset) => {
    const events = acceptedEvents(log, asset)
    return lifetimes.flatMap((lifetime) =>
      lifetime.types.includes(asset) ? alertsOfLifetime(log, lifetime, asset, events, tolerance) : [],
    )
  })
}

function fenceLifetimes(log: readonly LogEntry[]): FenceLifetime[] {
  return log.flatMap((entry, first): FenceLifetime[] => {
    if (entry.what !== 'draw') return []
    const { fence, area, types, now: from } = entry
    const ends = log.findIndex(
      (laterEntry, index) =>
        index > first &&
        (laterEntry.what === 'draw' || laterEntry.what === 'erase') &&
        laterEntry.fence === fence,
    )
    const last = ends < 0 ? log.length : ends
    const waitsAt = (index: number): Waits => {
      const entries = log.slice(first, Math.min(index, last - 1) + 1)
      const change = entries.findLast(
        (laterEntry) =>
          (laterEntry.what === 'waits' || laterEntry.what === 'draw') && laterEntry.fence === fence,
      )
      return change && 'waits' in change ? change.waits : entry.waits
    }
    return [{ fence, area, types, from, first, last, waitsAt }]
  })
}

/** Returns events of an asset that are later than all previous ones; events of one entry are sorted by time. */
function acceptedEvents(log: readonly LogEntry[], asset: string): LoggedEvent[] {
  let newest = Number.NEGATIVE_INFINITY
  return log.flatMap((entry, index) => {
    if (entry.what !== 'events') return []
    const events = entry.events.filter((event) => event.asset === asset).sort((a, b) => a.time - b.time)
    return events.flatMap((event) => {
      if (event.time <= newest) return []
      newest = event.time
      return [{ ...event, entry: index }]
    })
  })
}

function alertsOfLifetime(
  log: readonly LogEntry[],
  lifetime: FenceLifetime,
  asset: string,
  events: readonly LoggedEvent[],
  tolerance: number,
): Alert[] {
  const isActive = (index: number): boolean => {
    const change = log
      .slice(0, index + 1)
      .findLast((entry) => entry.what === 'activity' && entry.asset === asset)
    return change?.what === 'activity' ? change.active : true
  }
  const dwells = dwellsOf(lifetime, events, tolerance)
  return dwells.flatMap((dwell): Alert[] => {
    const { inside, begin, end } = dwell
    const waitAt = (index: number) => lifetime.waitsAt(index)[inside ? 'entryWait' : 'exitWait']
    const wait = waitAt(begin.entry)
    if (wait === undefined || !dwell.raises) return []
    if (!inside && !isConfirmedStay(log, lifetime, dwells, dwells.indexOf(dwell) - 1)) return []
    const time = begin.time + wait
    // The wait's end is detected by a later event, which may also end the dwell, or by a check of the clock.
    const decidingEvent = events.find(
      (event) =>
        events.indexOf(event) >= events.indexOf(begin) &&
        (!end || events.indexOf(event) <= events.indexOf(end)) &&
        event.time >= time,
    )
    const deciding = log.findIndex(
      (entry, index) => entry.what === 'look' && index > begin.entry && entry.now >= begin.receivedAt + wait,
    )
    const endedByClock =
      deciding >= 0 && deciding < Math.min(decidingEvent?.entry ?? log.length, end?.entry ?? log.length)
    const raisedAt = endedByClock ? deciding : decidingEvent?.entry
    if (raisedAt === undefined || raisedAt >= lifetime.last) return []
    if (!isActive(raisedAt) || waitAt(raisedAt) === undefined) return []
    const before = endedByClock
      ? events.findLast((event) => event.entry < deciding)
      : events[events.indexOf(decidingEvent ?? begin) - 1]
    const place = decidingEvent === begin ? begin.point : (before ?? begin).point
    return [{ asset, fence: lifetime.fence, kind: inside ? 'Entry' : 'Exit', since: begin.time, time, place }]
  })
}

/**
 * Returns true if a stay inside was confirmed before it ended. It began with the fence, or its entry wait was over.
 * Otherwise it continues a confirmed stay whose exit wait was not over.
 */
function isConfirmedStay(
  log: readonly LogEntry[],
  lifetime: FenceLifetime,
  dwells: readonly Dwell[],
  index: number,
): boolean {
  const stay = dwells[index]
  if (!stay || isWaitOver(log, lifetime, stay)) return true
  const absence = dwells[index - 1]
  return (
    absence !== undefined &&
    !isWaitOver(log, lifetime, absence) &&
    isConfirmedStay(log, lifetime, dwells, index - 2)
  )
}

/** Returns true if a dwell's wait was over, by an event or by the clock, when the dwell ended; also without a wait. */
function isWaitOver(
  log: readonly LogEntry[],
  { waitsAt }: FenceLifetime,
  { inside, begin, end }: Dwell,
): boolean {
  const wait = waitsAt(begin.entry)[inside ? 'entryWait' : 'exitWait']
  if (wait === undefined || (end && end.time >= begin.time + wait)) return true
  return log.some(
    (entry, index) =>
      entry.what === 'look' &&
      index > begin.entry &&
      index < (end?.entry ?? log.length) &&
      entry.now >= begin.receivedAt + wait,
  )
}

/**
 * Returns the dwells of an asset in a fence: inside, and outside after inside. Dwells that began with the fence raise
 * no alert.
 */
function dwellsOf(lifetime: FenceLifetime, events: readonly LoggedEvent[], tolerance: number): Dwell[] {
  const dwells: Dwell[] = []
  const place = events.findLast((event) => event.entry < lifetime.first)
  let inside = place !== undefined && isInside(lifetime.area, place.point, 0) === true
  for (const event of events) {
    if (event.entry <= lifetime.first || event.entry >= lifetime.last) continue
    const isBeforeFence = event.time <= lifetime.from
    const now = isInside(lifetime.area, event.point, inside && !isBeforeFence ? tolerance : 0)
    if (now === undefined || now === inside) continue
    const before = dwells.at(-1)
    if (before && !before.end) before.end = event
    inside = now
    if (!isBeforeFence) dwells.push({ inside, begin: event, end: undefined, raises: true })
  }
  return dwells
}
