import type { Point } from './map-geometry.ts'

/** A sighting of one tag by a gateway. */
export type Sighting = {
  gateway: string
  mapId: string
  /** point of the gateway on its map, in metres */
  at: Point
  /** milliseconds */
  time: number
  /** signal in dBm; absent when the gateway did not measure it */
  rssi?: number
  /** estimated distance from the gateway in metres, used without a signal */
  accuracy?: number
  /** number of packets; 1 by default */
  count?: number
}

/** Estimated position of a tag, in metres on a map. */
export type Presence = {
  mapId: string
  at: Point
  /** standard deviation in metres; 0 when the position is that of the only gateway */
  accuracy: number
}

/** Milliseconds of sightings that an estimate uses: the longest delay that it adds to a change. */
export const PRESENCE_WINDOW_MS = 4_000
/** Age in milliseconds after which a sighting counts 1/e. */
const DECAY_MS = 1_500
/** Decibels of loss per decade of distance, divided by ten: low values are robust against shadows. */
const PATH_LOSS = 1.5
/** Loss per natural logarithm of the squared distance. Logarithms of a grid take most of the time of an estimate. */
const LOSS_PER_SQUARE = (5 * PATH_LOSS) / Math.LN10
/** Deviation of a mean signal, in decibels. */
const DEVIATION_DB = 8
/** Assumed signal at one metre, in dBm, to compare distances with signals. */
const SIGNAL_AT_METRE = -59
/** Metres between the points of the grid, unless it would have more than {@link MAX_CELLS}. */
const CELL_METRES = 1
const MAX_CELLS = 500
const MARGIN_METRES = 1.5
/** Number of gateways of one map below which the strongest one is the place. */
const MIN_GATEWAYS = 3
/** Lead in decibels, beside its uncertainty, that another gateway needs to become the place. */
const GATEWAY_MARGIN_DB = 3
/** Uncertainty of the signal of a single sighting, in decibels. */
const SIGHTING_DB = 3
/** Lead in decibels that another map needs: at stairs and lifts, and elsewhere. */
const MAP_MARGIN_DB = { atStairs: 3, elsewhere: 9 }
/** Distance that a point must move before the tag moves, as a share of its accuracy. */
const MOVE_SHARE = 0.5
/** Metres that a point must move at least before the tag moves. */
const MIN_MOVE_METRES = 2
/** Metres within which a previous position is that of a gateway. */
const SAME_METRES = 0.05

type Level = { gateway: string; mapId: string; at: Point; mean: number; weight: number }

/**
 * Estimates where a tag is, from its sightings of the last seconds and its previous position. The map is that of the
 * strongest gateway. With three gateways or more on that map, the position is the mean of a grid of points. The weight
 * of a point is how well the signals agree with a loss by distance; the tag's power is fitted. With fewer, it is the
 * strongest gateway. Without signals and distances, the gateway with most sightings is the strongest. The previous
 * position stays unless the new one differs clearly. The order of the sightings does not matter.
 * @param options `atStairs`: the previous position is near a way to another floor
 * @returns undefined without sightings
 */
export function estimatePresence(
  sightings: readonly Sighting[],
  now: number,
  previous?: Pick<Presence, 'mapId' | 'at'>,
  { atStairs = false }: { atStairs?: boolean } = {},
): Presence | undefined {
  const levels = smoothLevels(sightings, now)
  const strongest = strongestOf(levels)
  if (!strongest) return undefined
  const ownMap = strongestOf(levels.filter(({ mapId }) => mapId === previous?.mapId))
  const margin = atStairs ? MAP_MARGIN_DB.atStairs : MAP_MARGIN_DB.elsewhere
  const { mapId } = ownMap && strongest.mean < ownMap.mean + margin ? ownMap : strongest
  const ofMap = levels.filter((level) => level.mapId === mapId)
  const before = previous?.mapId === mapId ? previous.at : undefined
  return { mapId, ...(ofMap.length < MIN_GATEWAYS ? atGateway(ofMap, before) : amongGateways(ofMap, before)) }
}

const strongestOf = (levels: readonly Level[]): Level | undefined =>
  levels.reduce<Level | undefined>(
    (best, level) => (best && best.mean >= level.mean ? best : level),
    undefined,
  )

type Estimate = Omit<Presence, 'mapId'>

function atGateway(levels: readonly Level[], previous: Point | undefined): Estimate {
  const own = previous && levels.find(({ at }) => distance(at, previous) <= SAME_METRES)
  const others = levels.filter((level) => level !== own)
  const challenger = strongestOf(
    own
      ? others.filter(({ mean, weight }) => mean - SIGHTING_DB / weight >= own.mean + GATEWAY_MARGIN_DB)
      : others,
  )
  const chosen = challenger ?? own
  if (!chosen) throw new Error('no monitor of the map hears the tag')
  const { at } = chosen
  const gaps = levels.map((level) => distance(level.at, at)).filter((gap) => gap > 0)
  return { at, accuracy: gaps.length > 0 ? Math.min(...gaps) / 2 : 0 }
}

function amongGateways(levels: readonly Level[], previous: Point | undefined): Estimate {
  const { at, accuracy } = weightedMean(levels)
  const stays = previous && distance(at, previous) <= Math.max(MIN_MOVE_METRES, accuracy * MOVE_SHARE)
  return { at: stays ? previous : at, accuracy }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

const signalOf = ({ rssi, accuracy }: Sighting): number | undefined =>
  rssi ?? (accuracy === undefined ? undefined : SIGNAL_AT_METRE - 20 * Math.log10(Math.max(1, accuracy)))

function smoothLevels(sightings: readonly Sighting[], now: number): Level[] {
  const sums = new Map<string, Omit<Level, 'mean'> & { sum: number; measured: number }>()
  // Sums in an order that does not depend on the order of arrival.
  for (const sighting of sightings.toSorted(compareSightings)) {
    const { gateway, mapId, at, time, count = 1 } = sighting
    if (time > now || time <= now - PRESENCE_WINDOW_MS) continue
    const weight = count * Math.exp((time - now) / DECAY_MS)
    const sum = sums.get(gateway) ?? { gateway, mapId, at, sum: 0, weight: 0, measured: 0 }
    // A monitor that was marked elsewhere since is at its newest point.
    sum.mapId = mapId
    sum.at = at
    const signal = signalOf(sighting)
    sum.weight += weight
    if (signal !== undefined) {
      sum.sum += weight * signal
      sum.measured += weight
    }
    sums.set(gateway, sum)
  }
  const levels = [...sums.values()]
  const areMeasured = levels.some(({ measured }) => measured > 0)
  return levels
    .filter(({ measured }) => !areMeasured || measured > 0)
    .map(({ gateway, mapId, at, sum, measured, weight }) => ({
      gateway,
      mapId,
      at,
      mean: areMeasured ? sum / measured : 10 * Math.log10(weight),
      weight: Math.sqrt(weight),
    }))
}

const compareSightings = (a: Sighting, b: Sighting): number =>
  a.gateway === b.gateway
    ? a.time - b.time || (signalOf(a) ?? 0) - (signalOf(b) ?? 0)
    : a.gateway < b.gateway
      ? -1
      : 1

function weightedMean(levels: readonly Level[]): { at: Point; accuracy: number } {
  const xs = levels.map(({ at }) => at.x)
  const ys = levels.map(({ at }) => at.y)
  const [left, top] = [Math.min(...xs) - MARGIN_METRES, Math.min(...ys) - MARGIN_METRES]
  const [right, bottom] = [Math.max(...xs) + MARGIN_METRES, Math.max(...ys) + MARGIN_METRES]
  const step = Math.max(CELL_METRES, Math.sqrt(((right - left) * (bottom - top)) / MAX_CELLS))
  const cells: { x: number; y: number; fit: number }[] = []
  for (let x = left; x <= right; x += step)
    for (let y = top; y <= bottom; y += step) cells.push({ x, y, fit: fitAt(levels, x, y) })
  const best = Math.max(...cells.map(({ fit }) => fit))
  let [total, meanX, meanY, square] = [0, 0, 0, 0]
  for (const { x, y, fit } of cells) {
    const weight = Math.exp(fit - best)
    total += weight
    meanX += weight * x
    meanY += weight * y
    square += weight * (x * x + y * y)
  }
  const at = { x: meanX / total, y: meanY / total }
  const variance = square / total - at.x ** 2 - at.y ** 2
  return { at, accuracy: Math.sqrt(Math.max(0, variance)) }
}

/** Returns the logarithm of the likelihood of a point, up to a constant. */
function fitAt(levels: readonly Level[], x: number, y: number): number {
  let [weights, sum, squares] = [0, 0, 0]
  for (const { at, mean, weight } of levels) {
    const [alongX, alongY] = [at.x - x, at.y - y]
    const squaredMetres = Math.max(1, alongX * alongX + alongY * alongY)
    const power = mean + LOSS_PER_SQUARE * Math.log(squaredMetres)
    weights += weight
    sum += weight * power
    squares += weight * power * power
  }
  return -(squares - (sum * sum) / weights) / (2 * DEVIATION_DB ** 2)
}
