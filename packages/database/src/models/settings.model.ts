import type { MetaEntry } from '@wardtrack/contracts'

import { createSchema, type DocumentOf, Mixed, ObjectId, optional, required, typed } from '../members.ts'

export const settingSchema = createSchema('settings', {
  /** `type/subtype` in lower case, see `settingId` */
  _id: required(String),
  Type: required(String),
  SubType: required(String),
  Fields: required(Mixed, typed<Record<string, unknown>>()),
  /** Mirth alone: the addresses, by field, that somebody with the patient-data flag has set up */
  patientReceivers: optional(Mixed, typed<Record<string, string>>()),
  /** of the newest edit; absent until the first */
  revision: optional(String),
})
/** A saved settings pair. */
export type SettingDoc = DocumentOf<typeof settingSchema>

type Entries = Record<string, MetaEntry>
/** Parts that were taken out of the mapping, without their images; both by asset type. */
export type RemovedMetadata = { types: Record<string, Entries>; entries: Record<string, Entries> }

export const metadataSchema = createSchema('metadataMapping', {
  _id: required(String),
  aliases: required(Mixed, typed<Record<string, string>>()),
  /** by asset type, then metadata name */
  types: required(Mixed, typed<Record<string, Entries>>()),
  /** what was taken out and comes back as it was when it is added again: whole types, and entries of types that stay */
  removed: optional(Mixed, typed<RemovedMetadata>()),
  /** of the newest edit; absent until the first */
  revision: optional(String),
})
/** The one metadata mapping. */
export type MetadataDoc = DocumentOf<typeof metadataSchema>

export const unmappedFieldSchema = createSchema('unmappedFields', {
  /** `type/name` */
  _id: required(String),
  AssetType: required(String),
  name: required(String),
  /** some assets that have it: samples are read from them, and no value is kept here */
  assets: required([ObjectId]),
  lastSeenAt: required(Date),
})
/** A field that integrations send with assets and the mapping does not name. */
export type UnmappedFieldDoc = DocumentOf<typeof unmappedFieldSchema>

/** Facts about the installation that are kept once, such as whether it was ever configured. */
export const systemSchema = createSchema('system', {
  _id: required(String),
  value: optional(Mixed, typed<unknown>()),
})

/** `_id` of a settings pair; compared without case. */
export const settingId = (type: string, subType: string): string => `${type}/${subType}`.toLowerCase()
