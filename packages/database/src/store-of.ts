import type { Connection, mongo, Schema } from 'mongoose'

/** A collection as it is declared: mongoose's schema names its members and indexes, `D` is a stored document. */
export type StoreOf<D> = { name: string; schema: Schema; readonly document?: D }

/** A typed collection of MongoDB's own driver: what the services read and write with. */
export type Collection<D extends object> = mongo.Collection<D>

/** Registers a declared collection on a connection and makes its indexes. */
export async function openStore<D extends object>(
  connection: Connection,
  store: StoreOf<D>,
): Promise<Collection<D>> {
  const model = connection.model(store.name, store.schema)
  await model.createIndexes()
  return model.collection as unknown as Collection<D>
}
