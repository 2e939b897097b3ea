import type { MetaEntry } from '@wardtrack/contracts'
import { Schema } from 'mongoose'
import type { StoreOf } from '../store-of.ts'

/** A saved settings pair; `_id` is `type/subtype` in lower case. */
export type SettingDoc = { _id: string; Type: string; SubType: string; Fields: Record<string, unknown> }

/** The one metadata mapping; `types` is keyed by asset type, then metadata name. */
export type MetadataDoc = {
  _id: string
  aliases: Record<string, string>
  types: Record<string, Record<string, MetaEntry>>
}

/** Facts about the installation that are kept once, such as whether it was ever configured. */
export type SystemDoc = { _id: string; value: unknown }

const mixed = Schema.Types.Mixed
const settingSchema = new Schema<SettingDoc>(
  {
    _id: { type: String, required: true },
    Type: { type: String, required: true },
    SubType: { type: String, required: true },
    Fields: { type: mixed, required: true },
  },
  { collection: 'settings', versionKey: false, minimize: false },
)
const metadataSchema = new Schema<MetadataDoc>(
  {
    _id: { type: String, required: true },
    aliases: { type: mixed, required: true },
    types: { type: mixed, required: true },
  },
  { collection: 'metadataMapping', versionKey: false, minimize: false },
)
const systemSchema = new Schema<SystemDoc>(
  { _id: { type: String, required: true }, value: { type: mixed } },
  { collection: 'system', versionKey: false },
)

/** Where to find the settings. */
export const settingStore: StoreOf<SettingDoc> = { name: 'Setting', schema: settingSchema as Schema }
/** Where to find the metadata mapping. */
export const metadataStore: StoreOf<MetadataDoc> = { name: 'Metadata', schema: metadataSchema as Schema }
/** Where to find the installation's facts. */
export const systemStore: StoreOf<SystemDoc> = { name: 'System', schema: systemSchema as Schema }

/** `_id` of a settings pair; compared without case. */
export const settingId = (type: string, subType: string): string => `${type}/${subType}`.toLowerCase()
