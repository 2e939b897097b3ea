import type { Database, PlaceReference } from '@wardtrack/database'

const PAGE = 5_000

/**
 * Cache of the place numbers used in packed moves. A number is assigned once and never changes, so a process can
 * cache it.
 */
export class MovePlaces {
  private readonly numbers = new Map<string, number>()
  private readonly places: PlaceReference[] = []
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  get size(): number {
    return this.places.length
  }

  get(place: PlaceReference): number | undefined {
    return this.numbers.get(placeKey(place))
  }

  /** Returns a place with the path that it had when it got its number. */
  placeOf(number: number): PlaceReference | undefined {
    return this.places[number]
  }

  /** Loads the numbers assigned since the last call. */
  async load(): Promise<void> {
    // driver: all places once in the life of a process
    const added = this.db.driver.movePlaces.find({ _id: { $gte: this.size } }).sort({ _id: 1 })
    // Two requests may load concurrently.
    for await (const { _id, ...place } of added) if (_id === this.size) this.add(place)
  }

  /** Assigns numbers to places without one. Only the single process that creates snapshots calls this method. */
  async give(places: readonly PlaceReference[]): Promise<void> {
    const byKey = new Map(places.map((place) => [placeKey(place), place]))
    const added = [...byKey].filter(([key]) => !this.numbers.has(key)).map(([, place]) => place)
    const docs = added.map(({ hierarchyId, fullPath }, index) => ({
      _id: this.size + index,
      fullPath,
      ...(hierarchyId === undefined ? {} : { hierarchyId }),
    }))
    for (let start = 0; start < docs.length; start += PAGE)
      // driver: a model would validate each of thousands of documents
      await this.db.driver.movePlaces.insertMany(docs.slice(start, start + PAGE))
    for (const place of added) this.add(place)
  }

  private add(place: PlaceReference): void {
    this.numbers.set(placeKey(place), this.places.length)
    this.places.push(place)
  }
}

/** Returns a text that identifies a place: its id, or its path where it has none. */
export const placeKey = ({ hierarchyId, fullPath }: PlaceReference): string =>
  hierarchyId === undefined ? JSON.stringify(fullPath) : `#${hierarchyId}`
