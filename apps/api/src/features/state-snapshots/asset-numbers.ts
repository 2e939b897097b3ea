import type { Database, Types } from '@wardtrack/database'

const PAGE = 5_000

/**
 * Cache of the asset numbers used in snapshots. A number is assigned once and never changes, so a process can cache
 * it.
 */
export class AssetNumbers {
  private readonly numbers = new Map<string, number>()
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  /** Number of cached numbers. */
  get size(): number {
    return this.numbers.size
  }

  /** Returns the assets' `_id`s, hexadecimal, in the order of their numbers. */
  all(): string[] {
    return [...this.numbers.keys()]
  }

  /** @param asset `_id`, hexadecimal */
  get(asset: string): number | undefined {
    return this.numbers.get(asset)
  }

  /** Loads the numbers assigned since the last call. */
  async load(): Promise<void> {
    // driver: all assets once in the life of a process
    const added = this.db.driver.stateAssets.find({ number: { $gte: this.numbers.size } }).sort({ number: 1 })
    for await (const { _id, number } of added) this.numbers.set(_id.toHexString(), number)
  }

  /** Assigns numbers to assets without one. Only the single process that creates snapshots calls this method. */
  async give(assets: readonly Types.ObjectId[]): Promise<void> {
    const byId = new Map(assets.map((asset) => [asset.toHexString(), asset]))
    const added = [...byId].filter(([asset]) => !this.numbers.has(asset))
    const first = this.numbers.size
    const docs = added.map(([, _id], index) => ({ _id, number: first + index }))
    for (let start = 0; start < docs.length; start += PAGE)
      await this.db.models.stateAssets.insertMany(docs.slice(start, start + PAGE))
    for (const { _id, number } of docs) this.numbers.set(_id.toHexString(), number)
  }
}
