import type { Database } from '@wardtrack/database'
import { GrowingColumn, hasTooManyUnpacked } from '../dwell/index.ts'
import type { Moves, StateReader } from '../state-snapshots/index.ts'
import type { LevelFinder, UnitLevel } from './par-units.ts'
import { findVisitPaths, placesBefore } from './stock.store.ts'
import type { Piece } from './stock.ts'

const EQUIPMENT = ['Equipment']
/** Moves that are read at most. */
const MAX_MOVES = 2_000_000
const NO_LEVEL = -1
const NO_PIECE = -1

/** What stock over time is read from. */
export type StockMoveParts = { db: Database; states: StateReader }

/** Which pieces are followed from when to when: `to` is no part of it, and no later than now. Milliseconds. */
export type StockPeriod = {
  pieces: readonly Piece[]
  levels: readonly UnitLevel[]
  findLevel: LevelFinder
  from: number
  to: number
}

/** Where pieces were: levels by their places, -1 where there is none. */
export type StockMoves = {
  /** of each piece when the period begins */
  begin: Int32Array
  /** how many moves there are, in the order of time */
  length: number
  timeOf(move: number): number
  pieceOf(move: number): number
  /** the level for which the piece counts from then on */
  levelOf(move: number): number
}

/**
 * Reads the moves of pieces between units. Each tells the unit that was left, so that the place behind a move is what the
 * next one left; behind the last one it is that of its visit. Without any a piece was where it is.
 * @returns undefined where there are too many
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
  // From the last move to the first: the level that a move left is that of the piece before it.
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
  times: GrowingColumn<Float64Array>
  pieces: GrowingColumn<Int32Array>
  /** the level that was left */
  levels: GrowingColumn<Int32Array>
}

/** @returns undefined where there are too many moves */
async function readColumns(
  moves: Moves,
  { pieces, findLevel, from, to }: StockPeriod,
  depth: number,
): Promise<Columns | undefined> {
  const columns: Columns = {
    times: new GrowingColumn((length) => new Float64Array(length)),
    pieces: new GrowingColumn((length) => new Int32Array(length)),
    levels: new GrowingColumn((length) => new Int32Array(length)),
  }
  const pieceOf = pieceNumbers(pieces, moves)
  const levelOf = levelNumbers(moves, findLevel)
  for await (const { begin, moves: read } of moves.spans()) {
    // Hundreds of thousands of moves: no iterators.
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

/** Finds the place of a piece among the pieces by the number that moves know it by. */
function pieceNumbers(pieces: readonly Piece[], moves: Moves): (asset: number) => number {
  const byId = new Map(pieces.map(({ id }, piece) => [id, piece]))
  const known: (number | undefined)[] = []
  return (asset) => (known[asset] ??= byId.get(moves.idOf(asset)) ?? NO_PIECE)
}

/** Finds the level of a category for a place by the number that moves know it by: once for each of them. */
function levelNumbers(moves: Moves, findLevel: LevelFinder): (category: string, place: number) => number {
  const byCategory = new Map<string, (number | undefined)[]>()
  return (category, place) => {
    const known = byCategory.get(category) ?? []
    if (known.length === 0) byCategory.set(category, known)
    return (known[place] ??= findLevel(category, moves.pathOf(place)) ?? NO_LEVEL)
  }
}

/** The level of each piece when the period ends. */
async function levelsAtEnd(
  db: Database,
  { pieces, findLevel, to }: StockPeriod,
  columns: Columns,
): Promise<Int32Array> {
  const lastMoves = new Map<string, number>()
  for (let move = 0; move < columns.times.length; move += 1)
    lastMoves.set(pieces[columns.pieces.at(move)]?.id ?? '', columns.times.at(move))
  const entered = await findVisitPaths(db, lastMoves)
  // What came to its place after the period was elsewhere within it.
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
    const path = entered.get(id) ?? (isLater.has(id) ? before.get(id) : CurrentLocation?.fullPath)
    return findLevel(category, path) ?? NO_LEVEL
  })
}
