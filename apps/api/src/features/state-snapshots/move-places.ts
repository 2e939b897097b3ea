import type { Levels } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'

const PAGE = 5_000

/** The numbers by which packed moves know places. They are given once and never change, so that a process keeps them. */
export class MovePlaces {
  private readonly numbers = new Map<string, number>()
  private readonly paths: Levels[] = []
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  get size(): number {
    return this.paths.length
  }

  get(path: Levels): number | undefined {
    return this.numbers.get(placeKey(path))
  }

  pathOf(number: number): Levels | undefined {
    return this.paths[number]
  }

  /** Reads those that were given since. */
  async load(): Promise<void> {
    // driver: all places once in the life of a process
    const added = this.db.driver.movePlaces.find({ _id: { $gte: this.size } }).sort({ _id: 1 })
    // Two requests may read at the same time.
    for await (const { _id, fullPath } of added) if (_id === this.size) this.add(fullPath)
  }

  /** Gives numbers to places that have none. Only the one process that makes snapshots does so. */
  async give(paths: readonly Levels[]): Promise<void> {
    const byKey = new Map(paths.map((path) => [placeKey(path), path]))
    const added = [...byKey].filter(([key]) => !this.numbers.has(key)).map(([, path]) => path)
    const docs = added.map((fullPath, index) => ({ _id: this.size + index, fullPath }))
    for (let start = 0; start < docs.length; start += PAGE)
      // driver: a model would look at each of thousands
      await this.db.driver.movePlaces.insertMany(docs.slice(start, start + PAGE))
    for (const path of added) this.add(path)
  }

  private add(path: Levels): void {
    this.numbers.set(placeKey(path), this.paths.length)
    this.paths.push(path)
  }
}

/** What tells places apart. */
export const placeKey = (path: Levels): string => JSON.stringify(path)
