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
