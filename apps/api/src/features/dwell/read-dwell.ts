import type { DwellRow } from '@wardtrack/contracts'
import { type Database, pathText } from '@wardtrack/database'
import type { MoveSpan, Moves, StateReader } from '../state-snapshots/index.ts'
import { arrivalsBefore, countMoves, type MoveQuestion } from './dwell.store.ts'
import { DwellCounts, type UnitDurations } from './dwell-counts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Shares of sorted durations for the median and the ninth decile. */
const HALF = 0.5
const NINE_OF_TEN = 0.9
/** Maximum number of moves that are read, and of unpacked moves. */
const MAX_MOVES = 2_000_000
const MAX_UNPACKED = 100_000
/**
 * Days before the period whose spans are read to find the starts of stays, and number of assets for which one day
 * suffices.
 */
const DAYS_BEFORE = 30
const FEW_ASSETS = 50

/**
 * Reads how long assets stayed in units that they left in a period, and the time from leaving until the next infusion
 * in it. Stays with an unknown start are left out; an asset that leaves while infusing has no turnaround.
 * @returns undefined for too many moves
 */
export async function readDwell(
  { db, states }: { db: Database; states: StateReader },
  question: MoveQuestion,
): Promise<DwellRow[] | undefined> {
  if (await hasTooManyUnpacked({ db, states }, question)) return undefined
  const moves = await states.moves.open(question)
  const units = new UnitNumbers(moves, question.depth)
  const counts = new DwellCounts(await moves.infusing())
  const marked = moves.marked(question.ids?.map((id) => id.toHexString()))
  for await (const span of moves.spans()) {
    countSpan(counts, span, { question, units, marked })
    if (counts.moves > MAX_MOVES) return undefined
  }
  await beginStays({ db, moves }, counts, question)
  const durations = counts.durations(units.names.length)
  return units.names.map((unit, number) => toRow(unit, durations[number]))
}

/** Returns true if a period has more unpacked moves than the limit. */
export async function hasTooManyUnpacked(
  { db, states }: { db: Database; states: StateReader },
  question: MoveQuestion,
): Promise<boolean> {
  const unpackedFrom = Math.max(question.from, await states.moves.unpackedFrom())
  // A day never has too many moves, so they are not counted.
  if (question.to - unpackedFrom <= DAY_MS) return false
  return (await countMoves(db, { ...question, from: unpackedFrom })) > MAX_UNPACKED
}

type Counting = { question: MoveQuestion; units: UnitNumbers; marked: Uint8Array }

/** Counts the events of a span that lie in the period. */
function countSpan(counts: DwellCounts, span: MoveSpan, { question, units, marked }: Counting): void {
  const { begin, moves, infusions } = span
  const { types, depth, from, to } = question
  const isAskedType = Uint8Array.from(span.types, (type) => Number(types.includes(type)))
  const isMarked = (asset: number): boolean => marked[asset] === 1
  let infusion = 0
  // Hundreds of thousands of moves: indexed loops are faster than iterators.
  const infuseUntil = (time: number): void => {
    for (; infusion < infusions.times.length; infusion += 1) {
      const at = infusions.times[infusion] ?? 0
      if (at >= time) return
      const asset = infusions.assets[infusion] ?? 0
      if (begin + at >= from && isMarked(asset))
        counts.infuse(asset, begin + at, infusions.begins[infusion] === 1)
    }
  }
  const end = to - begin
  for (let move = 0; move < moves.times.length; move += 1) {
    const time = moves.times[move] ?? 0
    if (time >= end) break
    const level = moves.levels[move] ?? 0
    const asset = moves.assets[move] ?? 0
    if (begin + time < from || level > depth || !isAskedType[moves.types[move] ?? 0] || !isMarked(asset))
      continue
    infuseUntil(time)
    if (level === 0) counts.arrive(asset, begin + time)
    else counts.leave(asset, begin + time, units.of(moves.places[move] ?? 0))
  }
  infuseUntil(end)
}

/** Finds the starts of stays that ended in the period: from packed spans of the days before, then one by one. */
async function beginStays(
  { db, moves }: { db: Database; moves: Moves },
  counts: DwellCounts,
  { depth, from }: MoveQuestion,
): Promise<void> {
  const open = counts.withOpenStay()
  if (open.size > 0)
    for await (const { begin, moves: columns } of moves.spansBefore(DAYS_BEFORE)) {
      for (let move = columns.times.length - 1; move >= 0; move -= 1) {
        const at = begin + (columns.times[move] ?? 0)
        const asset = columns.assets[move] ?? 0
        if (at >= from || (columns.levels[move] ?? 0) > depth || !open.delete(asset)) continue
        counts.beginStay(asset, at)
      }
      if (open.size === 0 || (open.size <= FEW_ASSETS && begin < from - DAY_MS)) break
    }
  // The whole history has been read, so no further starts can be found.
  if (open.size > FEW_ASSETS && moves.earliest >= from - DAYS_BEFORE * DAY_MS) return
  const numbers = new Map([...open].map((asset) => [moves.idOf(asset), asset]))
  const arrivals = await arrivalsBefore(db, [...numbers.keys()], { depth, moment: from })
  for (const [id, at] of arrivals) counts.beginStay(numbers.get(id) ?? 0, at)
}

/** Numbers of units, counted from 0, by the places in them. */
class UnitNumbers {
  readonly names: string[] = []
  private readonly moves: Moves
  private readonly depth: number
  private readonly byPlace: (number | undefined)[] = []
  private readonly byName = new Map<string, number>()

  constructor(moves: Moves, depth: number) {
    this.moves = moves
    this.depth = depth
  }

  of(place: number): number {
    const known = this.byPlace[place]
    if (known !== undefined) return known
    const name = unitText(this.moves.pathOf(place), this.depth)
    const number = this.byName.get(name) ?? this.names.length
    if (number === this.names.length) this.names.push(name)
    this.byName.set(name, number)
    this.byPlace[place] = number
    return number
  }
}

const unitText = (path: Readonly<Record<string, string>>, depth: number): string =>
  pathText(
    Object.fromEntries(
      Object.entries(path).filter(([level]) => Number(level.slice('Level_'.length)) <= depth),
    ),
  )

const NOTHING = new Float64Array(0)

function toRow(Unit: string, durations: UnitDurations | undefined): DwellRow {
  const { stays, turnarounds } = durations ?? { stays: NOTHING, turnarounds: NOTHING }
  return {
    Unit,
    Stays: stays.length,
    StayMedian: hoursAt(stays, HALF),
    StayP90: hoursAt(stays, NINE_OF_TEN),
    Turnarounds: turnarounds.length,
    TurnaroundMedian: hoursAt(turnarounds, HALF),
    TurnaroundP90: hoursAt(turnarounds, NINE_OF_TEN),
  }
}

/**
 * Returns the smallest duration that a share of all do not exceed, in hours with two decimals; null when there is
 * none. @param durations sorted durations
 */
function hoursAt(durations: Float64Array, part: number): number | null {
  const duration = durations[Math.max(0, Math.ceil(part * durations.length) - 1)]
  return duration === undefined ? null : Math.round((duration / HOUR_MS) * 100) / 100
}
