import { type Connection, createConnection } from 'mongoose'
import {
  attemptStore,
  auditStore,
  ingestKeyStore,
  privilegeStore,
  sessionStore,
  userStore,
} from './models/access.model.ts'
import { assetStore } from './models/asset.model.ts'
import { locationHistoryStore, statusHistoryStore } from './models/history.model.ts'
import { deadLetterStore, idempotencyStore, unresolvedStore } from './models/ingestion.model.ts'
import { mapStore, placeStore } from './models/place.model.ts'
import { metadataStore, settingStore, systemStore } from './models/settings.model.ts'
import { openStore } from './store-of.ts'

const openStores = async (connection: Connection) => ({
  assets: await openStore(connection, assetStore),
  locationHistory: await openStore(connection, locationHistoryStore),
  statusHistory: await openStore(connection, statusHistoryStore),
  places: await openStore(connection, placeStore),
  maps: await openStore(connection, mapStore),
  users: await openStore(connection, userStore),
  sessions: await openStore(connection, sessionStore),
  privileges: await openStore(connection, privilegeStore),
  ingestKeys: await openStore(connection, ingestKeyStore),
  attempts: await openStore(connection, attemptStore),
  audit: await openStore(connection, auditStore),
  settings: await openStore(connection, settingStore),
  metadata: await openStore(connection, metadataStore),
  system: await openStore(connection, systemStore),
  deadLetters: await openStore(connection, deadLetterStore),
  unresolved: await openStore(connection, unresolvedStore),
  idempotency: await openStore(connection, idempotencyStore),
})

/** An open database: a typed collection for each store, and how to leave it. */
export type Database = Awaited<ReturnType<typeof openStores>> & {
  connection: Connection
  /** resolves when the store answers; rejects when it does not */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Connects and makes every collection's indexes.
 * @param uri a MongoDB connection string
 * @param options `poolSize`: connections kept open (10)
 * @throws when the store is not reached within 5 s, or an index cannot be made
 */
export async function openDatabase(uri: string, options: { poolSize?: number } = {}): Promise<Database> {
  const connection = await createConnection(uri, {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: 5_000,
    maxPoolSize: options.poolSize ?? 10,
    ignoreUndefined: true,
  }).asPromise()
  return {
    ...(await openStores(connection)),
    connection,
    ping: async () => {
      await connection.db?.command({ ping: 1 })
    },
    close: () => connection.close(),
  }
}

/** Whether a write failed because a unique key is taken. */
export const isDuplicateKey = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 11_000
