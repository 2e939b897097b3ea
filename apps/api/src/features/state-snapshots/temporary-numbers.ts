/** What has numbers already, counted from 0. */
type Known<Item> = { readonly size: number; get(item: Item): number | undefined }

/**
 * The numbers of what has some, and numbers behind them for what has none yet: for one question, and stored nowhere.
 * What gets its own number meanwhile keeps the temporary one.
 */
export class TemporaryNumbers<Item> {
  /** how many had a number when the question came */
  readonly known: number
  /** what has a temporary number, in their order */
  readonly added: Item[] = []
  private readonly numbers = new Map<string, number>()
  private readonly given: Known<Item>
  private readonly keyOf: (item: Item) => string

  /** @param keyOf tells items apart */
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
