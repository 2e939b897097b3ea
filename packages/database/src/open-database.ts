import { type Connection, Mongoose, type mongo, type Schema } from 'mongoose'
import type { LeanModel } from './lean-model.ts'
import type { DocumentOf } from './members.ts'
import {
  attemptSchema,
  auditSchema,
  ingestKeySchema,
  privilegeSchema,
  sessionSchema,
  userSchema,
} from './models/access.model.ts'
import { assetSchema } from './models/asset.model.ts'
import { assetSelectionSchema } from './models/asset-selection.model.ts'
import { busMessageSchema } from './models/bus-message.model.ts'
import { customReportSchema } from './models/custom-report.model.ts'
import { deliveryAddressSchema, deliveryFeedSchema, deliverySchema } from './models/delivery.model.ts'
import { encryptionSchema } from './models/encryption.model.ts'
import { geofenceAlertSchema, geofenceSchema } from './models/geofence.model.ts'
import { locationHistorySchema, statusHistorySchema } from './models/history.model.ts'
import { importErrorsSchema, importMappingSchema, importSchema } from './models/import.model.ts'
import {
  deadLetterSchema,
  deadLetterSourceSchema,
  idempotencySchema,
  unresolvedSchema,
} from './models/ingestion.model.ts'
import { jobSchema } from './models/job.model.ts'
import { missingReportSchema } from './models/missing-report.model.ts'
import {
  notificationReadsSchema,
  notificationReceiptSchema,
  notificationSchema,
  ruleFiringSchema,
  ruleMessageSchema,
} from './models/notification.model.ts'
import { parLevelSchema } from './models/par-level.model.ts'
import { mapLanesSchema, mapSchema, monitorSchema, placeSchema } from './models/place.model.ts'
import { providerActivitySchema, providerFormatSchema, providerLogSchema } from './models/provider.model.ts'
import { queueRouteSchema } from './models/queue-route.model.ts'
import { reportRunSchema, reportScheduleSchema } from './models/report-schedule.model.ts'
import { assetRuleSchema, notificationRuleSchema } from './models/rule.model.ts'
import { savedFilterSchema, savedFilterViewSchema } from './models/saved-filter.model.ts'
import { metadataSchema, settingSchema, systemSchema, unmappedFieldSchema } from './models/settings.model.ts'
import {
  lateStateSchema,
  movePlaceSchema,
  moveSpanSchema,
  stateAssetSchema,
  stateSnapshotProgressSchema,
  stateSnapshotSchema,
  usageDaySchema,
} from './models/state-snapshot.model.ts'
import { deviceAlarmSchema, stateStretchSchema, visitSchema } from './models/summary.model.ts'
import { customTagSchema, tagReservationSchema } from './models/tag.model.ts'
import { sealCollection } from './sealing/sealed-collection.ts'
import { isSealedCollection } from './sealing/sealed-members.ts'
import { createSealing, type Sealing } from './sealing/sealing.ts'

const schemas = {
  assets: assetSchema,
  assetSelections: assetSelectionSchema,
  locationHistory: locationHistorySchema,
  statusHistory: statusHistorySchema,
  visits: visitSchema,
  stateStretches: stateStretchSchema,
  deviceAlarms: deviceAlarmSchema,
  stateAssets: stateAssetSchema,
  stateSnapshots: stateSnapshotSchema,
  stateSnapshotProgress: stateSnapshotProgressSchema,
  usageDays: usageDaySchema,
  moveSpans: moveSpanSchema,
  movePlaces: movePlaceSchema,
  lateStates: lateStateSchema,
  parLevels: parLevelSchema,
  places: placeSchema,
  maps: mapSchema,
  monitors: monitorSchema,
  mapLanes: mapLanesSchema,
  geofences: geofenceSchema,
  geofenceAlerts: geofenceAlertSchema,
  notificationRules: notificationRuleSchema,
  assetRules: assetRuleSchema,
  notifications: notificationSchema,
  ruleFirings: ruleFiringSchema,
  notificationReceipts: notificationReceiptSchema,
  notificationReads: notificationReadsSchema,
  missingReports: missingReportSchema,
  ruleMessages: ruleMessageSchema,
  deliveries: deliverySchema,
  deliveryFeed: deliveryFeedSchema,
  deliveryAddresses: deliveryAddressSchema,
  users: userSchema,
  sessions: sessionSchema,
  privileges: privilegeSchema,
  ingestKeys: ingestKeySchema,
  attempts: attemptSchema,
  audit: auditSchema,
  savedFilters: savedFilterSchema,
  savedFilterViews: savedFilterViewSchema,
  customReports: customReportSchema,
  reportSchedules: reportScheduleSchema,
  reportRuns: reportRunSchema,
  customTags: customTagSchema,
  tagReservations: tagReservationSchema,
  settings: settingSchema,
  metadata: metadataSchema,
  unmappedFields: unmappedFieldSchema,
  encryption: encryptionSchema,
  system: systemSchema,
  deadLetters: deadLetterSchema,
  deadLetterSources: deadLetterSourceSchema,
  unresolved: unresolvedSchema,
  idempotency: idempotencySchema,
  queueRoutes: queueRouteSchema,
  busMessages: busMessageSchema,
  jobs: jobSchema,
  imports: importSchema,
  importErrors: importErrorsSchema,
  importMappings: importMappingSchema,
  providerFormats: providerFormatSchema,
  providerActivity: providerActivitySchema,
  providerLog: providerLogSchema,
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

type Schemas = typeof schemas
type Models = { [N in keyof Schemas]: LeanModel<DocumentOf<Schemas[N]>> }
type Collections = { [N in keyof Schemas]: Collection<DocumentOf<Schemas[N]>> }

/** An open database. */
export type Database = {
  /**
   * A mongoose model for each collection, for everyday reads and writes. Documents, updates and filters must match
   * the schema. Operators in a filter are marked with `trusted`; otherwise they are compared as values.
   */
  models: Models
  /**
   * The same collections through MongoDB's own driver, without schema checks: for measured hot paths, and for
   * operations that models do not support. Each use gives its reason in a comment that begins with `driver:`.
   */
  driver: Collections
  connection: Connection
  /**
   * seals and opens everything that passes through models and driver; commands of the connection must call it
   * themselves
   */
  sealing: Sealing
  /** resolves when the store answers; rejects when it does not */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Connects, and creates every collection's indexes.
 * @param uri a MongoDB connection string
 * @param options `poolSize`: connections kept open (10)
 * @throws when the store is not reached within 5 s, or an index cannot be created
 */
export async function openDatabase(uri: string, options: { poolSize?: number } = {}): Promise<Database> {
  const connection = await mongoose
    .createConnection(uri, {
      serverSelectionTimeoutMS: 5_000,
      maxPoolSize: options.poolSize ?? 10,
      ignoreUndefined: true,
    })
    .asPromise()
  const models = Object.entries(schemas).map(
    ([name, schema]) => [name, connection.model(name, schema as unknown as Schema)] as const,
  )
  // Indexes are created in parallel: most of the time is spent waiting for the store.
  await Promise.all(models.map(([, model]) => model.createIndexes()))
  const sealing = createSealing(connection)
  const collections = models.map(
    ([name, model]) =>
      [
        name,
        isSealedCollection(name) ? sealCollection(model.collection, sealing) : model.collection,
      ] as const,
  )
  return {
    models: Object.fromEntries(models) as unknown as Models,
    driver: Object.fromEntries(collections) as unknown as Collections,
    connection,
    sealing,
    ping: async () => {
      await connection.db?.command({ ping: 1 })
    },
    close: () => connection.close(),
  }
}
