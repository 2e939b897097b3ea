import type { Database, PlacePaths } from '@wardtrack/database'
import { GrowableArray, hasTooManyUnpacked } from '../dwell/index.ts'
import type { Moves, StateReader } from '../state-snapshots/index.ts'
import type { LevelFinder, UnitLevel } from './par-units.ts'
import { findVisitPlaces, placesBefore } from './stock.store.ts'
import type { StockItem } from './stock.ts'

const EQUIPMENT = ['Equipment']
/** Maximum number of moves that are read. */
const MAX_MOVES = 2_000_000
const NO_LEVEL = -1
const NO_PIECE = -1

/** Data sources of stock over time. */
export type StockMoveParts = { db: Database; states: StateReader }

/** Assets and period: `to` is exclusive and not later than now. Milliseconds. */
export type StockPeriod = {
  pieces: readonly StockItem[]
  levels: readonly UnitLevel[]
  findLevel: LevelFinder
  /** present paths of places */
  paths: PlacePaths
  from: number
  to: number
}

/** Places of assets over time, as level indexes; -1 where there is no level. */
export type StockMoves = {
  /** level of each asset at the period's start */
  begin: Int32Array
  /** number of moves, in time order */
  length: number
  timeOf(move: number): number
  pieceOf(move: number): number
  /** returns the level that counts the asset after a move */
  levelOf(move: number): number
}

/**
 * Reads the moves of assets between units. Each move holds the unit that was left, so the unit after a move is the
 * one that the next move left. After the last move, the visit holds the unit. An asset without moves stayed in place.
 * @returns undefined for too many moves
 */
export async function readStockMoves(
  { db, states }: StockMoveParts,
  period: StockPeriod,
): Promise<StockMoves | undefined> {
  const { levels, from, to } = period
  const depth = Math.max(...levels.map((level) => level.depth))
  const question = { types: EQUIPMENT, ids: undefined, depth, from, to }
  if (await hasTooManyUnpacked({ db, states }, question)) return undefined
  const columns = await readColumns(await states.moves.open({ from, to }), period, depth)
  if (!columns) return undefined
  const { times, pieces, levels: levelColumn } = columns
  const level = await levelsAtEnd(db, period, columns)
  // Reads from the last move to the first: the level that a move left is the asset's level before that move.
  const left = levelColumn.all()
  for (let move = times.length - 1; move >= 0; move -= 1) {
    const piece = pieces.at(move)
    const entered = level[piece] ?? NO_LEVEL
    level[piece] = left[move] ?? NO_LEVEL
    left[move] = entered
  }
  return {
    begin: level,
    length: times.length,
    timeOf: (move) => times.at(move),
    pieceOf: (move) => pieces.at(move),
    levelOf: (move) => left[move] ?? NO_LEVEL,
  }
}

type Columns = {
  times: GrowableArray<Float64Array>
  pieces: GrowableArray<Int32Array>
  /** levels that the moves left */
  levels: GrowableArray<Int32Array>
}

/** @returns undefined for too many moves */
async function readColumns(
  moves: Moves,
  { pieces, findLevel, from, to }: StockPeriod,
  depth: number,
): Promise<Columns | undefined> {
  const columns: Columns = {
    times: new GrowableArray((length) => new Float64Array(length)),
    pieces: new GrowableArray((length) => new Int32Array(length)),
    levels: new GrowableArray((length) => new Int32Array(length)),
  }
  const pieceOf = pieceNumbers(pieces, moves)
  const levelOf = levelNumbers(moves, findLevel)
  for await (const { begin, moves: read } of moves.spans()) {
    // Hundreds of thousands of moves: an indexed loop is faster than an iterator.
    for (let move = 0; move < read.times.length; move += 1) {
      const time = begin + (read.times[move] ?? 0)
      if (time >= to) break
      const level = read.levels[move] ?? 0
      const piece = pieceOf(read.assets[move] ?? 0)
      if (time < from || level === 0 || level > depth || piece === NO_PIECE) continue
      columns.times.push(time)
      columns.pieces.push(piece)
      columns.levels.push(levelOf(pieces[piece]?.category ?? '', read.places[move] ?? 0))
    }
    if (columns.times.length > MAX_MOVES) return undefined
  }
  return columns
}

/** Creates a function that converts the asset number in moves to an index among the counted assets. */
function pieceNumbers(pieces: readonly StockItem[], moves: Moves): (asset: number) => number {
  const byId = new Map(pieces.map(({ id }, piece) => [id, piece]))
  const known: (number | undefined)[] = []
  return (asset) => (known[asset] ??= byId.get(moves.idOf(asset)) ?? NO_PIECE)
}

/** Creates a cached function that finds the level of a category for the place number in moves. */
function levelNumbers(moves: Moves, findLevel: LevelFinder): (category: string, place: number) => number {
  const byCategory = new Map<string, (number | undefined)[]>()
  return (category, place) => {
    const known = byCategory.get(category) ?? []
    if (known.length === 0) byCategory.set(category, known)
    return (known[place] ??= findLevel(category, moves.pathOf(place)) ?? NO_LEVEL)
  }
}

/** Returns the level of each asset at the period's end. */
async function levelsAtEnd(
  db: Database,
  { pieces, findLevel, paths, to }: StockPeriod,
  columns: Columns,
): Promise<Int32Array> {
  const lastMoves = new Map<string, number>()
  for (let move = 0; move < columns.times.length; move += 1)
    lastMoves.set(pieces[columns.pieces.at(move)]?.id ?? '', columns.times.at(move))
  const entered = await findVisitPlaces(db, lastMoves)
  // Assets that arrived at their place after the period were elsewhere within it.
  const cameLater = pieces.filter(
    ({ id, asset }) => !entered.has(id) && (asset.CurrentLocation?.since?.getTime() ?? 0) >= to,
  )
  const before = await placesBefore(
    db,
    cameLater.map(({ id }) => id),
    to,
  )
  const isLater = new Set(cameLater.map(({ id }) => id))
  return Int32Array.from(pieces, ({ id, category, asset: { CurrentLocation } }) => {
    const place = entered.get(id) ?? (isLater.has(id) ? before.get(id) : CurrentLocation)
    return findLevel(category, place && paths.pathOf(place)) ?? NO_LEVEL
  })
}
