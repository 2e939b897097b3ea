const FIRST_LENGTH = 1_024

type Column = Float64Array | Int32Array

/** Growing array of numbers: a tenth of the memory that objects take. */
export class GrowableArray<C extends Column> {
  length = 0
  private numbers: C
  private readonly make: (length: number) => C

  constructor(make: (length: number) => C) {
    this.make = make
    this.numbers = make(FIRST_LENGTH)
  }

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = this.make(2 * this.length)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.length] = value
    this.length += 1
  }

  /** Adds to the number at an index. */
  add(place: number, value: number): void {
    this.numbers[place] = (this.numbers[place] ?? 0) + value
  }

  at(place: number): number {
    return this.numbers[place] ?? 0
  }

  /** Returns the numbers so far for reading and writing; later pushes may be missing. */
  all(): C {
    return this.numbers.subarray(0, this.length) as C
  }
}

/** Sorted durations of one unit, milliseconds. */
export type UnitDurations = { stays: Float64Array; turnarounds: Float64Array }

const NONE = -1
const floats = (length: number) => new Float64Array(length)
const integers = (length: number) => new Int32Array(length)

/**
 * Counter of how long assets stayed in units that they left, and of the time from leaving until the next infusion.
 * Assets and units are numbers. Events must be added in time order, infusions last among equal times.
 */
export class DwellCounts {
  /** arrival of each asset at its unit; NaN when unknown */
  private readonly since: Float64Array
  /** move of each asset that ended a stay with an unknown start */
  private readonly openStay: Int32Array
  /** last move of each asset after which it has not infused */
  private readonly waiting: Int32Array
  private readonly infusing: Uint8Array
  private readonly units = new GrowableArray(integers)
  private readonly stays = new GrowableArray(floats)
  private readonly turnarounds = new GrowableArray(floats)
  /** for each move, the previous one that waits for the same infusion */
  private readonly waitingBefore = new GrowableArray(integers)

  /** @param infusing 1 for each asset that infuses at the start */
  constructor(infusing: Uint8Array) {
    this.infusing = infusing
    this.since = new Float64Array(infusing.length).fill(Number.NaN)
    this.openStay = new Int32Array(infusing.length).fill(NONE)
    this.waiting = new Int32Array(infusing.length).fill(NONE)
  }

  /** Number of moves. */
  get moves(): number {
    return this.units.length
  }

  /** Records an arrival from an unknown place. */
  arrive(asset: number, at: number): void {
    this.since[asset] = at
  }

  /** Records a move from a unit to another. */
  leave(asset: number, at: number, unit: number): void {
    const since = this.since[asset] ?? Number.NaN
    if (Number.isNaN(since)) this.openStay[asset] = this.moves
    const isWaiting = this.infusing[asset] === 0
    this.waitingBefore.push(isWaiting ? (this.waiting[asset] ?? NONE) : NONE)
    if (isWaiting) this.waiting[asset] = this.moves
    // Stores the end of the stay until its start is known.
    this.stays.push(Number.isNaN(since) ? at : at - since)
    this.turnarounds.push(isWaiting ? -at : Number.NaN)
    this.units.push(unit)
    this.since[asset] = at
  }

  /** Records the start or end of an infusion. */
  infuse(asset: number, at: number, begins: boolean): void {
    this.infusing[asset] = Number(begins)
    if (!begins) return
    for (let move = this.waiting[asset] ?? NONE; move !== NONE; move = this.waitingBefore.at(move))
      this.turnarounds.add(move, at)
    this.waiting[asset] = NONE
  }

  /** Returns the assets with an ended stay whose start is unknown. */
  withOpenStay(): Set<number> {
    const open = new Set<number>()
    for (const [asset, move] of this.openStay.entries()) if (move !== NONE) open.add(asset)
    return open
  }

  /** Records the start of such a stay. */
  beginStay(asset: number, since: number): void {
    const move = this.openStay[asset] ?? NONE
    if (move !== NONE) this.stays.add(move, -since)
    this.openStay[asset] = NONE
  }

  /** Returns the durations of each unit, without those that lack a start or an end. @param units number of units */
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

/** Returns the sorted values of each unit without NaN. */
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
