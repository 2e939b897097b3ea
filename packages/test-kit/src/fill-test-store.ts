import { createConnection, mongo } from 'mongoose'

/**
 * Inserts documents directly, without schemas or encryption.
 * @param collections documents by collection, in MongoDB's extended JSON
 */
export async function fillTestStore(uri: string, collections: object): Promise<void> {
  const connection = await createConnection(uri).asPromise()
  const documents = mongo.BSON.EJSON.deserialize(collections) as Record<string, mongo.Document[]>
  for (const [name, stored] of Object.entries(documents)) await connection.collection(name).insertMany(stored)
  await connection.close()
}
