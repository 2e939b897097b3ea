import type { Alert, Arrival, Entry } from './log.ts'
import type { Point, Rectangle, Waits } from './scenario.ts'

/** A fence from when it was drawn, or drawn anew, until it was erased or drawn anew; entries of the log. */
type Life = {
  fence: string
  rectangle: Rectangle
  types: string[]
  from: number
  first: number
  last: number
  waitsAt(entry: number): Waits
}
type Seen = Arrival & { at: number }
type Stay = { inside: boolean; begin: Seen; end: Seen | undefined; raises: boolean }

/**
 * All alerts that a log must raise, from the definitions alone: each asset with each fence by itself, from one end of
 * the log to the other, all events at hand in their order. No index, no state, no timers.
 */
export function alertsOf(log: readonly Entry[], tolerance: number, assets: readonly string[]): Alert[] {
  const lives = livesOf(log)
  return assets.flatMap((asset) => {
    const seen = acceptedOf(log, asset)
    return lives.flatMap((life) =>
      life.types.includes(asset) ? alertsOfLife(log, life, asset, seen, tolerance) : [],
    )
  })
}

function livesOf(log: readonly Entry[]): Life[] {
  return log.flatMap((entry, first): Life[] => {
    if (entry.what !== 'draw') return []
    const { fence, rectangle, types, now: from } = entry
    const ends = log.findIndex(
      (one, at) => at > first && (one.what === 'draw' || one.what === 'erase') && one.fence === fence,
    )
    const last = ends < 0 ? log.length : ends
    const waitsAt = (at: number): Waits => {
      const changes = log.slice(first, Math.min(at, last - 1) + 1)
      const change = changes.findLast(
        (one) => (one.what === 'waits' || one.what === 'draw') && one.fence === fence,
      )
      return change && 'waits' in change ? change.waits : entry.waits
    }
    return [{ fence, rectangle, types, from, first, last, waitsAt }]
  })
}

/** Events of an asset, each later than all that came before; those of one entry sorted by time. */
function acceptedOf(log: readonly Entry[], asset: string): Seen[] {
  let newest = Number.NEGATIVE_INFINITY
  return log.flatMap((entry, at) => {
    if (entry.what !== 'events') return []
    const own = entry.events
      .filter((event) => event.asset === asset)
      .sort((one, other) => one.time - other.time)
    return own.flatMap((event) => {
      if (event.time <= newest) return []
      newest = event.time
      return [{ ...event, at }]
    })
  })
}

function alertsOfLife(
  log: readonly Entry[],
  life: Life,
  asset: string,
  seen: readonly Seen[],
  tolerance: number,
): Alert[] {
  const isActive = (at: number): boolean => {
    const change = log.slice(0, at + 1).findLast((one) => one.what === 'activity' && one.asset === asset)
    return change?.what === 'activity' ? change.active : true
  }
  return staysOf(life, seen, tolerance).flatMap((dwell): Alert[] => {
    const { inside, begin, end } = dwell
    const waitAt = (at: number) => life.waitsAt(at)[inside ? 'entryWait' : 'exitWait']
    const wait = waitAt(begin.at)
    if (wait === undefined || !dwell.raises) return []
    const time = begin.time + wait
    // The first that tells that the wait is over: a later event, also the one that ends the dwell, or a look at the clock.
    const telling = seen.find(
      (one) =>
        seen.indexOf(one) >= seen.indexOf(begin) &&
        (!end || seen.indexOf(one) <= seen.indexOf(end)) &&
        one.time >= time,
    )
    const look = log.findIndex(
      (one, at) => one.what === 'look' && at > begin.at && one.now >= begin.receivedAt + wait,
    )
    const byLook = look >= 0 && look < Math.min(telling?.at ?? log.length, end?.at ?? log.length)
    const at = byLook ? look : telling?.at
    if (at === undefined || at >= life.last || !isActive(at) || waitAt(at) === undefined) return []
    const before = byLook ? seen.findLast((one) => one.at < look) : seen[seen.indexOf(telling ?? begin) - 1]
    const place = telling === begin ? begin.point : (before ?? begin).point
    return [{ asset, fence: life.fence, kind: inside ? 'Entry' : 'Exit', since: begin.time, time, place }]
  })
}

/** The dwells of an asset in a fence: inside, and outside after inside. Those that began with the fence raise nothing. */
function staysOf(life: Life, seen: readonly Seen[], tolerance: number): Stay[] {
  const dwells: Stay[] = []
  const place = seen.findLast((one) => one.at < life.first)
  let inside = place !== undefined && isInside(life.rectangle, place.point, 0) === true
  for (const one of seen) {
    if (one.at <= life.first || one.at >= life.last) continue
    const old = one.time <= life.from
    const now = isInside(life.rectangle, one.point, inside && !old ? tolerance : 0)
    if (now === undefined || now === inside) continue
    const before = dwells.at(-1)
    if (before && !before.end) before.end = one
    inside = now
    if (!old) dwells.push({ inside, begin: one, end: undefined, raises: true })
  }
  return dwells
}

function isInside(of: Rectangle, point: Point, tolerance: number): boolean | undefined {
  if (point.mapId !== of.mapId) return false
  if (point.x === null || point.y === null) return undefined
  const outside = Math.max(of.x - point.x, point.x - of.x2, of.y - point.y, point.y - of.y2)
  return outside <= tolerance
}
