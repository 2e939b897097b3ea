import {
  type Connection,
  type HydratedDocument,
  type Model,
  Mongoose,
  type mongo,
  type Schema,
} from 'mongoose'
import {
  attemptSchema,
  auditSchema,
  ingestKeySchema,
  privilegeSchema,
  sessionSchema,
  userSchema,
} from './models/access.model.ts'
import { assetSchema } from './models/asset.model.ts'
import { deliverySchema, geofenceAlertSchema, geofenceSchema } from './models/geofence.model.ts'
import { locationHistorySchema, statusHistorySchema } from './models/history.model.ts'
import { deadLetterSchema, idempotencySchema, unresolvedSchema } from './models/ingestion.model.ts'
import { mapSchema, monitorSchema, placeSchema } from './models/place.model.ts'
import { metadataSchema, settingSchema, systemSchema } from './models/settings.model.ts'

const schemas = {
  assets: assetSchema,
  locationHistory: locationHistorySchema,
  statusHistory: statusHistorySchema,
  places: placeSchema,
  maps: mapSchema,
  monitors: monitorSchema,
  geofences: geofenceSchema,
  geofenceAlerts: geofenceAlertSchema,
  deliveries: deliverySchema,
  users: userSchema,
  sessions: sessionSchema,
  privileges: privilegeSchema,
  ingestKeys: ingestKeySchema,
  attempts: attemptSchema,
  audit: auditSchema,
  settings: settingSchema,
  metadata: metadataSchema,
  system: systemSchema,
  deadLetters: deadLetterSchema,
  unresolved: unresolvedSchema,
  idempotency: idempotencySchema,
}

const mongoose = new Mongoose({
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
  runValidators: true,
  sanitizeFilter: true,
  setDefaultsOnInsert: false,
  returnDocument: 'after',
})

/** A typed collection of MongoDB's own driver. */
export type Collection<D extends object> = mongo.Collection<D>

type LeanSchema<D> = Schema<D, unknown, object, object, object, object, { lean: true }>
/** A mongoose model whose reads answer with plain objects: the types say what the schemas' `lean` does at run time. */
export type LeanModel<D> = Model<D, object, object, object, HydratedDocument<D>, LeanSchema<D>, D>

type DocumentOf<S> = S extends Schema<infer D extends object> ? D : never
type Schemas = typeof schemas
type Models = { [N in keyof Schemas]: LeanModel<DocumentOf<Schemas[N]>> }
type Collections = { [N in keyof Schemas]: Collection<DocumentOf<Schemas[N]>> }

/** An open database. */
export type Database = Collections & {
  /**
   * A mongoose model for each collection: what is read and written every day. Documents, updates and filters are held
   * to the schema; operators in a filter are marked with `trusted`, or they are compared as values.
   */
  models: Models
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
  const connection = await mongoose
    .createConnection(uri, {
      serverSelectionTimeoutMS: 5_000,
      maxPoolSize: options.poolSize ?? 10,
      ignoreUndefined: true,
    })
    .asPromise()
  const models = openModels(connection)
  // All at once: most of the time is spent waiting for the store.
  await Promise.all(Object.values(models).map((model) => model.createIndexes()))
  return {
    ...collectionsOf(models),
    models,
    connection,
    ping: async () => {
      await connection.db?.command({ ping: 1 })
    },
    close: () => connection.close(),
  }
}

const openModels = (connection: Connection): Models =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, connection.model(name, schema as Schema)]),
  ) as unknown as Models

const collectionsOf = (models: Models): Collections =>
  Object.fromEntries(
    Object.entries(models).map(([name, model]) => [name, model.collection]),
  ) as unknown as Collections
