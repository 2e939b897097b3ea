import type { LevelsPoint, StockPoint } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import { isCountedBy, type StateReader } from '../state-snapshots/index.ts'
import type { LevelFinder, UnitLevel } from './par-units.ts'
import { findUnitChanges, placesBefore, type UnitChange } from './stock.store.ts'
import type { Piece } from './stock.ts'

/** Points of a chart at most. */
const MAX_POINTS = 120
const EQUIPMENT = ['Equipment']

/** What is asked: which pieces and levels, at which moments. Milliseconds, ascending. */
export type StockQuestion = {
  pieces: readonly Piece[]
  levels: readonly UnitLevel[]
  findLevel: LevelFinder
  from: number
  /** no later than now */
  to: number
  moments: readonly number[]
}

/**
 * How many pieces were there and available at each moment, level by level. Where a piece was follows from the moves
 * between units: before the first one it was where that one left, and without any where it is. What was in use, offline
 * or nearly empty was not available.
 */
export async function readStockHistory(
  { db, states }: { db: Database; states: StateReader },
  question: StockQuestion,
): Promise<StockHistory> {
  const { pieces, levels, moments } = question
  const history = new StockHistory(levels, moments)
  if (pieces.length === 0 || levels.length === 0) return history
  const changes = await changesOf(db, question)
  const levelOf = await levelsAtBegin(db, question, changes)
  const places = new Map(pieces.map(({ id }, place) => [id, place]))
  let next = 0
  await states.walk(
    pieces.map(({ id }) => id),
    moments,
    (words, index) => {
      const moment = moments[index] ?? 0
      for (; (changes[next]?.at ?? Number.POSITIVE_INFINITY) <= moment; next += 1) {
        const place = places.get(changes[next]?.asset ?? '')
        const piece = place === undefined ? undefined : pieces[place]
        if (place !== undefined && piece)
          levelOf[place] = question.findLevel(piece.category, changes[next]?.enteredPath) ?? -1
      }
      // Thousands of pieces for each of hundreds of moments: no iterator.
      for (let place = 0; place < pieces.length; place += 1) {
        const level = levelOf[place] ?? -1
        if (level >= 0) history.add(level, index, isFree(words[place] ?? 0))
      }
    },
  )
  return history
}

const isFree = (word: number): boolean =>
  !isCountedBy('Infusing', word) && !isCountedBy('Offline', word) && !isCountedBy('Battery_1', word)

const changesOf = (db: Database, { levels, from, to }: StockQuestion): Promise<UnitChange[]> => {
  const depth = Math.max(...levels.map((level) => level.depth))
  return findUnitChanges(db, { types: EQUIPMENT, ids: undefined, depth, from, to })
}

/** The place of the level of each piece when the period begins; -1 where there is none. */
async function levelsAtBegin(
  db: Database,
  { pieces, findLevel, to }: StockQuestion,
  changes: readonly UnitChange[],
): Promise<Int32Array> {
  const firstLeft = new Map<string, UnitChange['leftPath']>()
  for (const { asset, leftPath } of changes) if (!firstLeft.has(asset)) firstLeft.set(asset, leftPath)
  // What came to its place after the period was elsewhere within it.
  const cameLater = pieces.filter(
    ({ id, asset }) => !firstLeft.has(id) && (asset.CurrentLocation?.since?.getTime() ?? 0) >= to,
  )
  const pathsBefore = await placesBefore(
    db,
    cameLater.map(({ id }) => id),
    to,
  )
  const isLater = new Set(cameLater.map(({ id }) => id))
  return Int32Array.from(pieces, ({ id, category, asset }) => {
    const path =
      firstLeft.get(id) ?? (isLater.has(id) ? pathsBefore.get(id) : asset.CurrentLocation?.fullPath)
    return findLevel(category, path) ?? -1
  })
}

/** Counts of pieces by level and moment. */
export class StockHistory {
  private readonly levels: readonly UnitLevel[]
  private readonly moments: readonly number[]
  private readonly there: Uint32Array
  private readonly available: Uint32Array

  constructor(levels: readonly UnitLevel[], moments: readonly number[]) {
    this.levels = levels
    this.moments = moments
    this.there = new Uint32Array(levels.length * moments.length)
    this.available = new Uint32Array(levels.length * moments.length)
  }

  /** Counts a piece. @param level @param moment their places */
  add(level: number, moment: number, isAvailable: boolean): void {
    const cell = level * this.moments.length + moment
    this.there[cell] = (this.there[cell] ?? 0) + 1
    if (isAvailable) this.available[cell] = (this.available[cell] ?? 0) + 1
  }

  /** The share of moments at which a level was short, in per cent, one decimal. */
  shortShare(level: number): number {
    const { minimum = 0 } = this.levels[level] ?? {}
    const short = this.moments.filter((_, moment) => this.at(this.available, level, moment) < minimum).length
    return Math.round((short / Math.max(1, this.moments.length)) * 1_000) / 10
  }

  /** The stock of a level over time. */
  points(level: number): StockPoint[] {
    return this.buckets(({ average, createdAt }) => ({
      createdAt,
      there: average((moment) => this.at(this.there, level, moment)),
      available: average((moment) => this.at(this.available, level, moment)),
    }))
  }

  /** How many levels were in which state over time. */
  levelsPoints(): LevelsPoint[] {
    const countOf = (moment: number, isMeant: (available: number, level: UnitLevel) => boolean): number =>
      this.levels.filter((level, index) => isMeant(this.at(this.available, index, moment), level)).length
    return this.buckets(({ average, createdAt }) => ({
      createdAt,
      short: average((moment) => countOf(moment, (count, { minimum }) => count < minimum)),
      below: average((moment) =>
        countOf(moment, (count, { minimum, par }) => count >= minimum && count < par),
      ),
      met: average((moment) =>
        countOf(moment, (count, { minimum, par }) => count >= minimum && count >= par),
      ),
    }))
  }

  private at(counts: Uint32Array, level: number, moment: number): number {
    return counts[level * this.moments.length + moment] ?? 0
  }

  private buckets<Point>(toPoint: (bucket: Bucket) => Point): Point[] {
    const size = Math.ceil(this.moments.length / MAX_POINTS)
    const points: Point[] = []
    for (let start = 0; start < this.moments.length; start += size) {
      const places = Array.from(
        { length: Math.min(size, this.moments.length - start) },
        (_, index) => start + index,
      )
      const average: Bucket['average'] = (countAt) =>
        Math.round((places.reduce((sum, moment) => sum + countAt(moment), 0) / places.length) * 10) / 10
      points.push(toPoint({ createdAt: new Date(this.moments[start] ?? 0).toISOString(), average }))
    }
    return points
  }
}

/** Some moments that follow each other; averages have one decimal. */
type Bucket = { createdAt: string; average(countAt: (moment: number) => number): number }
