const FIRST_LENGTH = 1_024

type Column = Float64Array | Int32Array

/** Numbers side by side, as many as come: a tenth of the memory that objects take. */
export class GrowingColumn<C extends Column> {
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

  /** Adds to the number at a place. */
  add(place: number, value: number): void {
    this.numbers[place] = (this.numbers[place] ?? 0) + value
  }

  at(place: number): number {
    return this.numbers[place] ?? 0
  }

  /** The numbers so far, to be read and changed; what is pushed later may not be in them. */
  all(): C {
    return this.numbers.subarray(0, this.length) as C
  }
}
