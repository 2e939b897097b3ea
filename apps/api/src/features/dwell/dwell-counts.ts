import { GrowingColumn } from './growing-column.ts'

/** Durations of one unit in their order, milliseconds. */
export type UnitDurations = { stays: Float64Array; turnarounds: Float64Array }

const NONE = -1
const floats = (length: number) => new Float64Array(length)
const integers = (length: number) => new Int32Array(length)

/**
 * Counts how long assets stayed in units that they left, and how long it took from there until they infused. Assets and
 * units are numbers; what happened is told in the order of time, and of equal times what infuses last.
 */
export class DwellCounts {
  /** of each asset when it came to its unit; NaN while nobody knows */
  private readonly since: Float64Array
  /** of each asset the move that ended a stay whose beginning nobody knows */
  private readonly openStay: Int32Array
  /** of each asset the last move since which it has not infused */
  private readonly waiting: Int32Array
  private readonly infusing: Uint8Array
  private readonly units = new GrowingColumn(integers)
  private readonly stays = new GrowingColumn(floats)
  private readonly turnarounds = new GrowingColumn(floats)
  /** of each move the one before it that waits for the same infusion */
  private readonly waitingBefore = new GrowingColumn(integers)

  /** @param infusing of each asset whether it infuses at the beginning, 1 where it does */
  constructor(infusing: Uint8Array) {
    this.infusing = infusing
    this.since = new Float64Array(infusing.length).fill(Number.NaN)
    this.openStay = new Int32Array(infusing.length).fill(NONE)
    this.waiting = new Int32Array(infusing.length).fill(NONE)
  }

  /** How many moves there were. */
  get moves(): number {
    return this.units.length
  }

  /** An asset came from nowhere. */
  arrive(asset: number, at: number): void {
    this.since[asset] = at
  }

  /** An asset left a unit for another. */
  leave(asset: number, at: number, unit: number): void {
    const since = this.since[asset] ?? Number.NaN
    if (Number.isNaN(since)) this.openStay[asset] = this.moves
    const isWaiting = this.infusing[asset] === 0
    this.waitingBefore.push(isWaiting ? (this.waiting[asset] ?? NONE) : NONE)
    if (isWaiting) this.waiting[asset] = this.moves
    // Until it is known: when it ended.
    this.stays.push(Number.isNaN(since) ? at : at - since)
    this.turnarounds.push(isWaiting ? -at : Number.NaN)
    this.units.push(unit)
    this.since[asset] = at
  }

  /** An asset begins to infuse, or ends. */
  infuse(asset: number, at: number, begins: boolean): void {
    this.infusing[asset] = Number(begins)
    if (!begins) return
    for (let move = this.waiting[asset] ?? NONE; move !== NONE; move = this.waitingBefore.at(move))
      this.turnarounds.add(move, at)
    this.waiting[asset] = NONE
  }

  /** Assets of which a stay ended whose beginning is not known. */
  withOpenStay(): Set<number> {
    const open = new Set<number>()
    for (const [asset, move] of this.openStay.entries()) if (move !== NONE) open.add(asset)
    return open
  }

  /** When such a stay began. */
  beginStay(asset: number, since: number): void {
    const move = this.openStay[asset] ?? NONE
    if (move !== NONE) this.stays.add(move, -since)
    this.openStay[asset] = NONE
  }

  /** The durations of each unit. What has no beginning or no end is left out. @param units how many there are */
  durations(units: number): UnitDurations[] {
    const stays = this.stays.all()
    for (const move of this.openStay) if (move !== NONE) stays[move] = Number.NaN
    const turnarounds = this.turnarounds.all()
    for (const last of this.waiting)
      for (let move = last; move !== NONE; move = this.waitingBefore.at(move)) turnarounds[move] = Number.NaN
    const unitOf = this.units.all()
    const staysOf = sortedByUnit(unitOf, stays, units)
    const turnaroundsOf = sortedByUnit(unitOf, turnarounds, units)
    return staysOf.map((ofUnit, unit) => ({ stays: ofUnit, turnarounds: turnaroundsOf[unit] ?? floats(0) }))
  }
}

/** The values of each unit in order; what is no number is left out. */
function sortedByUnit(unitOf: Int32Array, values: Float64Array, units: number): Float64Array[] {
  const ends = new Int32Array(units + 1)
  for (let move = 0; move < values.length; move += 1) {
    const unit = unitOf[move] ?? 0
    if (!Number.isNaN(values[move])) ends[unit + 1] = (ends[unit + 1] ?? 0) + 1
  }
  for (let unit = 0; unit < units; unit += 1) ends[unit + 1] = (ends[unit + 1] ?? 0) + (ends[unit] ?? 0)
  const starts = ends.slice()
  const grouped = new Float64Array(ends[units] ?? 0)
  for (let move = 0; move < values.length; move += 1) {
    const value = values[move] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const unit = unitOf[move] ?? 0
    const place = starts[unit] ?? 0
    grouped[place] = value
    starts[unit] = place + 1
  }
  return Array.from({ length: units }, (_, unit) => grouped.subarray(ends[unit], ends[unit + 1]).sort())
}
