import type { MetaEntry } from '@wardtrack/contracts'

import { createSchema, type DocumentOf, Mixed, ObjectId, optional, required, typed } from '../members.ts'

export const settingSchema = createSchema('settings', {
  /** `type/subtype` in lower case, see `settingId` */
  _id: required(String),
  Type: required(String),
  SubType: required(String),
  Fields: required(Mixed, typed<Record<string, unknown>>()),
  /** Mirth only: the addresses, by field, that a person with the patient-data flag has set */
  patientReceivers: optional(Mixed, typed<Record<string, string>>()),
  /** revision of the newest edit; absent until the first */
  revision: optional(String),
})
/** A saved settings pair. */
export type SettingDoc = DocumentOf<typeof settingSchema>

type Entries = Record<string, MetaEntry>
/** Parts removed from the mapping, without their images; both by asset type. */
export type RemovedMetadata = { types: Record<string, Entries>; entries: Record<string, Entries> }

export const metadataSchema = createSchema('metadataMapping', {
  _id: required(String),
  aliases: required(Mixed, typed<Record<string, string>>()),
  /** by asset type, then metadata name */
  types: required(Mixed, typed<Record<string, Entries>>()),
  /** removed whole types and single entries, which are restored when they are added again */
  removed: optional(Mixed, typed<RemovedMetadata>()),
  /** revision of the newest edit; absent until the first */
  revision: optional(String),
})
/** The one metadata mapping. */
export type MetadataDoc = DocumentOf<typeof metadataSchema>

export const unmappedFieldSchema = createSchema('unmappedFields', {
  /** `type/name` */
  _id: required(String),
  AssetType: required(String),
  name: required(String),
  /** some assets with the field: samples are read from them, and no value is stored here */
  assets: required([ObjectId]),
  lastSeenAt: required(Date),
})
/** A field that integrations send with assets, but the mapping does not name. */
export type UnmappedFieldDoc = DocumentOf<typeof unmappedFieldSchema>

/** Single facts about the installation, such as whether it was ever configured. */
export const systemSchema = createSchema('system', {
  _id: required(String),
  value: optional(Mixed, typed<unknown>()),
})

/** Returns the `_id` of a settings pair, which is compared without case. */
export const settingId = (type: string, subType: string): string => `${type}/${subType}`.toLowerCase()
