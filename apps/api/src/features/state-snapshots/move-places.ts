import type { Levels } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'

const PAGE = 5_000

/**
 * Cache of the place numbers used in packed moves. A number is assigned once and never changes, so a process can
 * cache it.
 */
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

  /** Loads the numbers assigned since the last call. */
  async load(): Promise<void> {
    // driver: all places once in the life of a process
    const added = this.db.driver.movePlaces.find({ _id: { $gte: this.size } }).sort({ _id: 1 })
    // Two requests may load concurrently.
    for await (const { _id, fullPath } of added) if (_id === this.size) this.add(fullPath)
  }

  /** Assigns numbers to places without one. Only the single process that creates snapshots calls this method. */
  async give(paths: readonly Levels[]): Promise<void> {
    const byKey = new Map(paths.map((path) => [placeKey(path), path]))
    const added = [...byKey].filter(([key]) => !this.numbers.has(key)).map(([, path]) => path)
    const docs = added.map((fullPath, index) => ({ _id: this.size + index, fullPath }))
    for (let start = 0; start < docs.length; start += PAGE)
      // driver: a model would validate each of thousands of documents
      await this.db.driver.movePlaces.insertMany(docs.slice(start, start + PAGE))
    for (const path of added) this.add(path)
  }

  private add(path: Levels): void {
    this.numbers.set(placeKey(path), this.paths.length)
    this.paths.push(path)
  }
}

/** Returns a text that identifies a place. */
export const placeKey = (path: Levels): string => JSON.stringify(path)
