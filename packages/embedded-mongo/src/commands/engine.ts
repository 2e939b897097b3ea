import { Catalogue, type Collection } from '../storage/catalogue.ts'
import { RecordWriter } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'
import type { Cursors } from './cursors.ts'

const SWEEP_PORTION = 2000

/** Receives commands as plain JavaScript values. */
export type CommandObserver = (command: Readonly<Record<string, unknown>>) => void

/** Store, catalogue and cursors that commands work on. */
export class Engine {
  readonly store: Store
  readonly catalogue: Catalogue
  readonly cursors: Cursors
  readonly onCommand: CommandObserver | undefined
  private schemaChanges: Promise<unknown> = Promise.resolve()

  constructor(store: Store, cursors: Cursors, onCommand?: CommandObserver) {
    this.store = store
    this.catalogue = new Catalogue(store)
    this.cursors = cursors
    this.onCommand = onCommand
  }

  /** Removes indexes whose build was interrupted, and their entries. Runs after a start. */
  async recover(): Promise<void> {
    for (const collection of this.catalogue.all()) {
      for (const index of collection.indexes.filter(({ record }) => record.building)) {
        await this.store.write(() => this.catalogue.dropIndex(collection, index))
      }
    }
    this.sweep().catch(() => undefined)
  }

  /** Removes entries in small portions, so that other commands do not wait. */
  private async sweep(): Promise<void> {
    while (this.catalogue.hasGarbage()) await this.store.write(() => this.catalogue.sweep(SWEEP_PORTION))
  }

  /** Schema changes run one after another. */
  exclusive<R>(work: () => Promise<R>): Promise<R> {
    const result = this.schemaChanges.then(work)
    this.schemaChanges = result.catch(() => undefined)
    return result
  }

  /** The collection, made when it does not exist yet. */
  async ensure(db: string, name: string): Promise<Collection> {
    const present = this.catalogue.find(db, name)
    if (present) return present
    return this.exclusive(async () => {
      const meanwhile = this.catalogue.find(db, name)
      if (meanwhile) return meanwhile
      return this.store.write(() => this.catalogue.create(db, name))
    })
  }

  /**
   * Writes to a collection in one transaction, and creates the collection if it does not exist. After an undone transaction
   * the catalogue record is stored again: memory still knows which paths hold arrays, but the record on disk was undone.
   * @param isAwaited see `Store.write`
   */
  async writeTo<R>(
    db: string,
    name: string,
    work: (writer: RecordWriter) => R,
    isAwaited = true,
  ): Promise<R> {
    const collection = await this.ensure(db, name)
    try {
      const done = await this.store.write(() => {
        if (collection.dropped) return undefined
        const writer = new RecordWriter(this.store, this.catalogue, collection)
        const result = work(writer)
        writer.finish()
        return { result }
      }, isAwaited)
      // The collection's creation was undone between the lookup and the transaction, so it is repeated.
      return done ? done.result : this.writeTo(db, name, work, isAwaited)
    } catch (error) {
      const save = () => (collection.dropped ? undefined : this.catalogue.save(collection))
      await this.store.write(save).catch(() => undefined)
      throw error
    }
  }
}
