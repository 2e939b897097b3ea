import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

export const providerFormatSchema = createSchema('providerFormats', {
  /** `provider/endpoint` */
  _id: required(String),
  provider: required(String),
  endpoint: required(String, { enum: ['locations', 'device-status'] }),
  /** JSONata */
  expression: required(String),
  updatedAt: required(Date),
  /** username */
  updatedBy: required(String),
  /** revision of the newest edit; absent until the first */
  revision: optional(String),
})
/** The conversion of a provider's own JSON to the items of an ingestion endpoint. */
export type ProviderFormatDoc = DocumentOf<typeof providerFormatSchema>

const outcomes = {
  accepted: required(Number),
  duplicates: required(Number),
  unresolved: required(Number),
  refused: required(Number),
}

export const providerActivitySchema = createSchema('providerActivity', {
  /** `provider|` and the period's start, or `provider|total` */
  _id: required(String),
  provider: required(String),
  /** start of the period; for the total, the time of its last update */
  time: required(Date),
  ...outcomes,
  /** time of its newest item */
  lastAt: required(Date),
  /** absent for the total, which is kept */
  expiresAt: optional(Date),
})
providerActivitySchema.index({ provider: 1, time: 1 })
providerActivitySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** Counts of a provider's items within a quarter of an hour, or since it was added. */
export type ProviderActivityDoc = DocumentOf<typeof providerActivitySchema>

/** Facts in a line of a provider's log: numbers, fixed words and names of members, never a sent value. */
export type ProviderLogFacts = Record<string, number | string | Record<string, number>>

export const providerLogSchema = createSchema('providerLog', {
  /** sorts by time */
  _id: required(String),
  provider: required(String),
  time: required(Date),
  level: required(String, { enum: ['info', 'warn', 'error'] }),
  event: required(String),
  facts: required(Mixed, typed<ProviderLogFacts>()),
  expiresAt: required(Date),
})
providerLogSchema.index({ provider: 1, _id: -1 })
providerLogSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** A line of a provider's log. */
export type ProviderLogDoc = DocumentOf<typeof providerLogSchema>
