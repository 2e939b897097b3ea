import type { BalanceSummary, MoveReason, MoveWay } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'
import type { PlaceLookup } from '@wardtrack/places'
import type { MapPoint, WalkingDistance, WalkingGraph } from '@wardtrack/walking-routes'
import { type BalanceUnit, type PlannedMove, planBalance } from './balance.ts'
import type { UnitLevel } from './par-units.ts'
import type { StockItem } from './stock.ts'

/**
 * Returns the median point of assets, on the map with most of them, so that one wrong position moves it little.
 * Undefined when no asset has a point.
 */
function middleOf(pieces: readonly StockItem[]): MapPoint | undefined {
  const byMap = new Map<string, MapPoint[]>()
  for (const piece of pieces) {
    const point = pointOf(piece)
    if (point) byMap.set(point.mapId, [...(byMap.get(point.mapId) ?? []), point])
  }
  const [fullest] = [...byMap].sort(
    ([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1),
  )
  if (!fullest) return undefined
  const [mapId, points] = fullest
  return { mapId, x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) }
}

/** Returns the point of a unit: the middle of its equipment, otherwise the middle of its map. */
function unitPoint(
  { mapId }: UnitLevel,
  pieces: readonly StockItem[],
  lookup: PlaceLookup,
): MapPoint | undefined {
  const map = mapId === null ? undefined : lookup.map(mapId)
  return middleOf(pieces) ?? (map && { mapId: map.mapId, x: map.width / 2, y: map.height / 2 })
}

/** Returns the point of an asset. */
function pointOf({ asset: { CurrentLocation: at } }: StockItem): MapPoint | undefined {
  const { mapId = null, xCenterPoint: x = null, yCenterPoint: y = null } = at ?? {}
  return mapId === null || x === null || y === null ? undefined : { mapId, x, y }
}

function median(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b)
  return inOrder[Math.floor(inOrder.length / 2)] ?? 0
}

/** Transfer of an asset to the unit of a level. Metres have one decimal. */
export type Transfer = {
  piece: StockItem
  level: UnitLevel
  reason: MoveReason
  metres: number | null
  way: MoveWay
}
/** Transfers, and their effect for each category. */
export type TransferPlan = { moves: Transfer[]; categories: BalanceSummary[] }

/** Input for the list of transfers. */
export type BringQuestion = {
  levels: readonly UnitLevel[]
  pieces: readonly StockItem[]
  graph: WalkingGraph
  lookup: PlaceLookup
}

/** Plans the transfers category by category. The same stock yields the same list. */
export function planTransfers({ levels, pieces, graph, lookup }: BringQuestion): TransferPlan {
  const byUnit = groupBy(pieces, ({ level }) => (level === undefined ? '' : (levels[level]?.unit ?? '')))
  const distances = new Distances(graph, (level) => unitPoint(level, byUnit.get(level.unit) ?? [], lookup))
  const byCategory = groupBy([...levels.keys()], (index) => levels[index]?.category ?? '')
  const piecesOf = groupBy(pieces, ({ category }) => category)
  const list: TransferPlan = { moves: [], categories: [] }
  for (const [category, indexes] of byCategory) {
    const available = (piecesOf.get(category) ?? []).filter(({ isAvailable }) => isAvailable)
    const part = balanceCategory(levels, indexes, available, distances)
    list.moves.push(...part.moves)
    list.categories.push(part.summary)
  }
  return list
}

function balanceCategory(
  levels: readonly UnitLevel[],
  indexes: readonly number[],
  available: readonly StockItem[],
  distances: Distances,
): { moves: Transfer[]; summary: BalanceSummary } {
  const ofLevels = indexes.flatMap((index) => levels[index] ?? [])
  const byLevel = groupBy(available, ({ level }) => level)
  const groups = [...groupBy(byLevel.get(undefined) ?? [], surroundings)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ofGroup]) => ofGroup)
  const sources = [...indexes.map((index) => byLevel.get(index) ?? []), ...groups]
  const middles = sources.map(middleOf)
  const units = ofLevels.map(
    ({ minimum, par }, index): BalanceUnit => ({ available: sources[index]?.length ?? 0, minimum, par }),
  )
  const planned = planBalance({
    units,
    groups: groups.map(({ length }) => length),
    metres: (source, unit) => distances.between(ofLevels[unit], middles[source])?.metres,
  })
  const moves = choosePieces(planned, sources, ofLevels, distances)
  return { moves, summary: summaryOf(ofLevels[0]?.category ?? '', units, planned, moves) }
}

/** Returns the parent of an asset's place, which groups stock in places without levels. */
const surroundings = ({ asset: { CurrentLocation: at } }: StockItem): string => {
  const path = pathText(at?.fullPath ?? {})
  return `${at?.mapId ?? ''}\n${path.slice(0, Math.max(0, path.lastIndexOf('>')))}`
}

/** Chooses the assets of each source: those nearest to a unit go there. Ties are decided by id. */
function choosePieces(
  planned: readonly PlannedMove[],
  sources: readonly (readonly StockItem[])[],
  units: readonly UnitLevel[],
  distances: Distances,
): Transfer[] {
  const isTaken = new Set<string>()
  return [...groupBy(planned, ({ source }) => source)].flatMap(([source, ofSource]) => {
    const wanted = ofSource.map(({ pieces }) => pieces)
    const pairs = ofSource.flatMap(({ unit, reason }, move) =>
      (sources[source] ?? []).flatMap((piece) => {
        const level = units[unit]
        return level ? [{ piece, level, reason, move, way: distances.between(level, pointOf(piece)) }] : []
      }),
    )
    return pairs.sort(compareWays).flatMap(({ piece, level, reason, move, way }) => {
      if (isTaken.has(piece.id) || (wanted[move] ?? 0) === 0) return []
      isTaken.add(piece.id)
      wanted[move] = (wanted[move] ?? 0) - 1
      return [{ piece, level, reason, ...walkingFields(way) }]
    })
  })
}

type Pair = { piece: StockItem; move: number; way: WalkingDistance | undefined }

function compareWays(a: Pair, b: Pair): number {
  const [first, second] = [
    a.way?.metres ?? Number.POSITIVE_INFINITY,
    b.way?.metres ?? Number.POSITIVE_INFINITY,
  ]
  if (first !== second) return first < second ? -1 : 1
  if (a.piece.asset.AssetId !== b.piece.asset.AssetId)
    return a.piece.asset.AssetId < b.piece.asset.AssetId ? -1 : 1
  return a.move - b.move
}

const walkingFields = (way: WalkingDistance | undefined): Pick<Transfer, 'metres' | 'way'> =>
  way
    ? { metres: Math.round(way.metres * 10) / 10, way: way.alongLanes ? 'lanes' : 'straight' }
    : { metres: null, way: 'unknown' }

function summaryOf(
  Category: string,
  units: readonly BalanceUnit[],
  planned: readonly PlannedMove[],
  moves: readonly Transfer[],
): BalanceSummary {
  const after = units.map(({ available }) => available)
  for (const { source, unit, pieces } of planned) {
    if (source < units.length) after[source] = (after[source] ?? 0) - pieces
    after[unit] = (after[unit] ?? 0) + pieces
  }
  const count = (stock: readonly number[], levelOf: (unit: BalanceUnit) => number): number =>
    units.filter((unit, index) => (stock[index] ?? 0) < levelOf(unit)).length
  const before = units.map(({ available }) => available)
  return {
    Category,
    levels: units.length,
    shortBefore: count(before, ({ minimum }) => minimum),
    shortAfter: count(after, ({ minimum }) => minimum),
    belowBefore: count(before, ({ par }) => par),
    belowAfter: count(after, ({ par }) => par),
    pieces: moves.length,
    metres: Math.round(moves.reduce((sum, { metres }) => sum + (metres ?? 0), 0)),
  }
}

/** Distances from units to points: the network is searched once per unit. */
class Distances {
  private readonly graph: WalkingGraph
  private readonly pointOf: (level: UnitLevel) => MapPoint | undefined
  private readonly searches = new Map<string, (to: MapPoint) => WalkingDistance | undefined>()

  constructor(graph: WalkingGraph, pointOfLevel: (level: UnitLevel) => MapPoint | undefined) {
    this.graph = graph
    this.pointOf = pointOfLevel
  }

  between(level: UnitLevel | undefined, to: MapPoint | undefined): WalkingDistance | undefined {
    if (!level || !to) return undefined
    const found = this.searches.get(level.unit) ?? this.search(level)
    this.searches.set(level.unit, found)
    return found(to)
  }

  private search(level: UnitLevel): (to: MapPoint) => WalkingDistance | undefined {
    const from = this.pointOf(level)
    return from ? this.graph.distancesFrom(from) : () => undefined
  }
}

/** Groups items by a key, keeping the order of first occurrence. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
