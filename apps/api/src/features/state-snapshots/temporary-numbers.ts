/** Items with assigned numbers, counted from 0. */
type Known<Item> = { readonly size: number; get(item: Item): number | undefined }

/**
 * Assigned numbers, followed by temporary numbers for items without one. Temporary numbers are used for one query and
 * never stored. An item keeps its temporary number even when a real one is assigned meanwhile.
 */
export class TemporaryNumbers<Item> {
  /** number of assigned numbers at the start of the query */
  readonly known: number
  /** items with temporary numbers, in number order */
  readonly added: Item[] = []
  private readonly numbers = new Map<string, number>()
  private readonly given: Known<Item>
  private readonly keyOf: (item: Item) => string

  /** @param keyOf returns the key that identifies an item */
  constructor(given: Known<Item>, keyOf: (item: Item) => string) {
    this.given = given
    this.known = given.size
    this.keyOf = keyOf
  }

  get size(): number {
    return this.known + this.added.length
  }

  numberOf(item: Item): number {
    const given = this.given.get(item)
    if (given !== undefined && given < this.known) return given
    const key = this.keyOf(item)
    const number = this.numbers.get(key) ?? this.size
    if (number === this.size) {
      this.numbers.set(key, number)
      this.added.push(item)
    }
    return number
  }
}
