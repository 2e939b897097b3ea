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
import { deliveryStore, geofenceAlertStore, geofenceStore } from './models/geofence.model.ts'
import { locationHistoryStore, statusHistoryStore } from './models/history.model.ts'
import { deadLetterStore, idempotencyStore, unresolvedStore } from './models/ingestion.model.ts'
import { mapStore, monitorStore, placeStore } from './models/place.model.ts'
import { metadataStore, settingStore, systemStore } from './models/settings.model.ts'
import { type Collection, openStore, type StoreOf } from './store-of.ts'

const stores = {
  assets: assetStore,
  locationHistory: locationHistoryStore,
  statusHistory: statusHistoryStore,
  places: placeStore,
  maps: mapStore,
  monitors: monitorStore,
  geofences: geofenceStore,
  geofenceAlerts: geofenceAlertStore,
  deliveries: deliveryStore,
  users: userStore,
  sessions: sessionStore,
  privileges: privilegeStore,
  ingestKeys: ingestKeyStore,
  attempts: attemptStore,
  audit: auditStore,
  settings: settingStore,
  metadata: metadataStore,
  system: systemStore,
  deadLetters: deadLetterStore,
  unresolved: unresolvedStore,
  idempotency: idempotencyStore,
}

type Stores = {
  [N in keyof typeof stores]: (typeof stores)[N] extends StoreOf<infer D extends object>
    ? Collection<D>
    : never
}

/** All at once: each waits for the store mostly. */
async function openStores(connection: Connection): Promise<Stores> {
  const opened = await Promise.all(
    Object.entries(stores).map(
      async ([name, store]) => [name, await openStore(connection, store as StoreOf<object>)] as const,
    ),
  )
  return Object.fromEntries(opened) as unknown as Stores
}

/** An open database: a typed collection for each store, and how to leave it. */
export type Database = Stores & {
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
