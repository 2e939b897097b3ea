/**
 * A uniform grid over points, rebuilt in one pass (counting sort into typed arrays). A tree would cost time for every
 * moved point. The grid takes the same few hundred microseconds for 10,000 points, however many of them moved. Points
 * are addressed by their index in the arrays given to `rebuild`.
 */
export class GridIndex {
  readonly #cell: number
  #columns = 0
  #rows = 0
  #left = 0
  #top = 0
  #starts = new Int32Array(1)
  #members = new Int32Array(0)
  #cellOf = new Int32Array(0)
  #count = 0

  /** @param cell side of a cell, in the unit of the points */
  constructor(cell: number) {
    this.#cell = cell
  }

  get columns(): number {
    return this.#columns
  }

  get rows(): number {
    return this.#rows
  }

  rebuild(xs: Float64Array, ys: Float64Array, count: number): void {
    this.#count = count
    this.#measure(xs, ys, count)
    const cells = this.#columns * this.#rows
    if (this.#starts.length < cells + 1) this.#starts = new Int32Array(cells + 1)
    if (this.#members.length < count) {
      this.#members = new Int32Array(count)
      this.#cellOf = new Int32Array(count)
    }
    const starts = this.#starts.fill(0, 0, cells + 1)
    for (let i = 0; i < count; i++) {
      const cell = this.#cellAt(xs[i] ?? 0, ys[i] ?? 0)
      this.#cellOf[i] = cell
      starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
    }
    for (let cell = 0; cell < cells; cell++) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0)
    // Filling backwards keeps the members of a cell in their original order.
    const ends = starts.slice(1, cells + 1)
    for (let i = count - 1; i >= 0; i--) {
      const cell = this.#cellOf[i] ?? 0
      const at = (ends[cell] ?? 0) - 1
      ends[cell] = at
      this.#members[at] = i
    }
  }

  /** Returns the index in `members` where a cell begins. Cells outside the grid are empty. */
  startOf(column: number, row: number): number {
    return this.#starts[this.#cellNumber(column, row)] ?? 0
  }

  /** Returns the index in `members` where a cell ends, exclusive. */
  endOf(column: number, row: number): number {
    const cell = this.#cellNumber(column, row)
    return cell < 0 ? 0 : (this.#starts[cell + 1] ?? 0)
  }

  /** Indexes of the points, cell by cell, ascending within each cell. */
  get members(): Int32Array {
    return this.#members
  }

  /** Calls back for every point whose cell overlaps the square around (x, y). The caller measures exact distances. */
  forEachNear(x: number, y: number, reach: number, found: (index: number) => void): void {
    if (this.#count === 0) return
    const fromColumn = Math.max(0, Math.floor((x - reach - this.#left) / this.#cell))
    const toColumn = Math.min(this.#columns - 1, Math.floor((x + reach - this.#left) / this.#cell))
    const fromRow = Math.max(0, Math.floor((y - reach - this.#top) / this.#cell))
    const toRow = Math.min(this.#rows - 1, Math.floor((y + reach - this.#top) / this.#cell))
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) {
        const end = this.endOf(column, row)
        for (let i = this.startOf(column, row); i < end; i++) found(this.#members[i] ?? 0)
      }
    }
  }

  #cellNumber(column: number, row: number): number {
    const outside = column < 0 || row < 0 || column >= this.#columns || row >= this.#rows
    return outside ? -1 : row * this.#columns + column
  }

  #cellAt(x: number, y: number): number {
    const column = Math.min(this.#columns - 1, Math.max(0, Math.floor((x - this.#left) / this.#cell)))
    const row = Math.min(this.#rows - 1, Math.max(0, Math.floor((y - this.#top) / this.#cell)))
    return row * this.#columns + column
  }

  #measure(xs: Float64Array, ys: Float64Array, count: number): void {
    let left = Number.POSITIVE_INFINITY
    let top = Number.POSITIVE_INFINITY
    let right = Number.NEGATIVE_INFINITY
    let bottom = Number.NEGATIVE_INFINITY
    for (let i = 0; i < count; i++) {
      const x = xs[i] ?? 0
      const y = ys[i] ?? 0
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
    this.#left = count > 0 ? left : 0
    this.#top = count > 0 ? top : 0
    this.#columns = count > 0 ? Math.floor((right - left) / this.#cell) + 1 : 0
    this.#rows = count > 0 ? Math.floor((bottom - top) / this.#cell) + 1 : 0
  }
}
