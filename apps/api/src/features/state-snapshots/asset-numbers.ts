import type { Database, Types } from '@wardtrack/database'

const PAGE = 5_000

/** The numbers by which snapshots know assets. They are given once and never change, so that a process keeps them. */
export class AssetNumbers {
  private readonly numbers = new Map<string, number>()
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  /** How many numbers are known. */
  get size(): number {
    return this.numbers.size
  }

  /** The assets' `_id`s, hexadecimal, in the order of their numbers. */
  all(): string[] {
    return [...this.numbers.keys()]
  }

  /** @param asset `_id`, hexadecimal */
  get(asset: string): number | undefined {
    return this.numbers.get(asset)
  }

  /** Reads those that were given since. */
  async load(): Promise<void> {
    // driver: all assets once in the life of a process
    const added = this.db.driver.stateAssets.find({ number: { $gte: this.numbers.size } }).sort({ number: 1 })
    for await (const { _id, number } of added) this.numbers.set(_id.toHexString(), number)
  }

  /** Gives numbers to assets that have none. Only the one process that makes snapshots does so. */
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
