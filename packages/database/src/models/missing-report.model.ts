import type { Levels } from '@wardtrack/contracts'
import {
  createSchema,
  type DocumentOf,
  Mixed,
  nullable,
  ObjectId,
  optional,
  required,
  typed,
} from '../members.ts'

export const missingReportSchema = createSchema('missingReports', {
  _id: required(String),
  asset: required(ObjectId),
  AssetId: required(String),
  /** the person's `_id`, hexadecimal */
  user: required(String),
  username: required(String),
  at: required(Date),
  /** the position at which the asset was not found, in pixels of the map's image, and the time it was seen there */
  mapId: nullable(String),
  fullPath: required(Mixed, typed<Levels>()),
  x: nullable(Number),
  y: nullable(Number),
  seenAt: required(Date),
  withdrawnAt: optional(Date),
  expiresAt: required(Date),
})
missingReportSchema.index({ user: 1, at: -1 })
missingReportSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** A person's report that an asset was not at its last known position. */
export type MissingReportDoc = DocumentOf<typeof missingReportSchema>
