import type { LevelsPoint, StockPoint } from '@wardtrack/contracts'
import { isCountedBy } from '../state-snapshots/index.ts'
import type { UnitLevel } from './par-units.ts'
import { readStockMoves, type StockMoveParts, type StockPeriod } from './stock-moves.ts'

/** Maximum number of points in a chart. */
const MAX_POINTS = 120

/** Queried assets, levels and sample times, in ascending milliseconds. */
export type StockQuestion = StockPeriod & { moments: readonly number[] }

/**
 * Counts the present and the available assets of each level at each sample time. Assets in use, offline, silent
 * or nearly empty are not available.
 * @returns undefined for too many moves
 */
export async function readStockHistory(
  parts: StockMoveParts,
  question: StockQuestion,
): Promise<StockHistory | undefined> {
  const { pieces, levels, moments } = question
  const history = new StockHistory(levels, moments)
  if (pieces.length === 0 || levels.length === 0) return history
  const moves = await readStockMoves(parts, question)
  if (!moves) return undefined
  const levelOf = moves.begin
  let next = 0
  await parts.states.walk(
    pieces.map(({ id }) => id),
    moments,
    (words, index) => {
      const moment = moments[index] ?? 0
      for (; next < moves.length && moves.timeOf(next) <= moment; next += 1)
        levelOf[moves.pieceOf(next)] = moves.levelOf(next)
      // Thousands of assets for each of hundreds of moments: an indexed loop is faster than an iterator.
      for (let place = 0; place < pieces.length; place += 1) {
        const level = levelOf[place] ?? -1
        if (level >= 0) history.add(level, index, isFree(words[place] ?? 0))
      }
    },
  )
  return history
}

const isFree = (word: number): boolean =>
  !(['Infusing', 'Offline', 'Silent', 'Battery_1'] as const).some((member) => isCountedBy(member, word))

/** Counts of assets by level and sample time. */
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

  /** Counts an asset. @param level index of the level @param moment index of the sample time */
  add(level: number, moment: number, isAvailable: boolean): void {
    const cell = level * this.moments.length + moment
    this.there[cell] = (this.there[cell] ?? 0) + 1
    if (isAvailable) this.available[cell] = (this.available[cell] ?? 0) + 1
  }

  /** Returns the share of samples in which a level was short, in per cent with one decimal. */
  shortShare(level: number): number {
    const { minimum = 0 } = this.levels[level] ?? {}
    const short = this.moments.filter((_, moment) => this.at(this.available, level, moment) < minimum).length
    return Math.round((short / Math.max(1, this.moments.length)) * 1_000) / 10
  }

  /** Returns the stock of a level over time. */
  points(level: number): StockPoint[] {
    return this.buckets(({ average, createdAt }) => ({
      createdAt,
      there: average((moment) => this.at(this.there, level, moment)),
      available: average((moment) => this.at(this.available, level, moment)),
    }))
  }

  /** Returns the number of levels in each state over time. */
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

/** Consecutive sample times; averages have one decimal. */
type Bucket = { createdAt: string; average(countAt: (moment: number) => number): number }
