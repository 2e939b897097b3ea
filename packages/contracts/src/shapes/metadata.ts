import { z } from 'zod'
import { assetType, id, iso, metadataName, revision, visible } from './common.ts'

/** Maximum number of changes in one call. */
export const MAX_MAPPING_CHANGES = 200
/** Maximum number of images in one call. */
export const MAX_METADATA_IMAGES = 32
/** Maximum size of an image in the mapping, in bytes. */
export const MAX_METADATA_IMAGE_BYTES = 2 * 1024 * 1024
/** Limits of the mapping. */
export const MAPPING_LIMITS = { types: 50, entries: 200, options: 200 } as const

const NOT_OPTION_NAMES = ['__proto__', 'constructor', 'prototype']

/** Code of an option, as devices send it and as used in dotted paths. */
export const optionName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(visible.pattern, visible.message)
  .refine(
    (name) => !/[.#]|^\$/.test(name) && !NOT_OPTION_NAMES.includes(name),
    'A code must not contain a dot or #, or start with $.',
  )

/** One option of a select entry. Images are paths below `var/uploads/images`. */
export const metaOption = z.object({
  alias: z.string(),
  image: z.string().optional(),
  secondaryImage: z.string().optional(),
})

/** One entry of the metadata mapping. */
export const metaEntry = z.object({
  Alias: z.string(),
  Model: z.string(),
  tableKey: z.string(),
  filterFlag: z.enum(['1', '0']),
  icon: z.string().optional(),
  inputType: z.enum(['input', 'multiple', 'select']),
  Options: z.record(z.string(), metaOption).optional(),
})

const mapping = z
  .object({ _id: id, _aliases: z.record(z.string(), z.string()), _revision: revision.optional() })
  .catchall(z.record(z.string(), metaEntry))

/**
 * {@link metaMapping}; keys that begin with `_` are no types. Only users who may change the mapping get `_revision`.
 */
export type MetaMapping = {
  _id: string
  _aliases: Record<string, string>
  _revision?: string | undefined
} & {
  [assetType: string]: Record<string, z.output<typeof metaEntry>>
}

/** The whole mapping: `_id`, `_aliases`, `_revision`, and a member for each asset type. */
export const metaMapping: z.ZodType<MetaMapping> = mapping

const filterField = z.object({
  Alias: z.string(),
  Model: z.string(),
  filterFlag: z.enum(['1', '0']),
  Options: z.record(z.string(), metaOption).optional(),
  inputType: z.enum(['input', 'multiple', 'select']),
  tableKey: z.string(),
  encrypted: z.literal(true).optional(),
})
const group = z.record(z.string(), filterField)

/** Filter fields by group; 'MedaDataInfo' is the specification's spelling. */
export const filterGroups = z.object({
  AssetInfo: group,
  MedaDataInfo: group,
  AssetStatus: group,
  Time: group,
})

/** A field that integrations send and the mapping lacks. */
export const unmappedField = z.object({
  type: assetType,
  name: metadataName,
  /** origin: items of assets, which keep the field, or device states, which are refused for it */
  source: z.enum(['assets', 'device-status']),
  /** some of its values; empty if the reader may not see any */
  samples: z.array(z.string()),
  lastSeenAt: iso,
})

/** Number of assets that use a part of the mapping; absent for patients without the flag. */
export const metadataUse = z.object({ assets: z.number().optional() })
/** {@link metadataUse} */
export type MetadataUse = z.output<typeof metadataUse>

/** {@link metaOption} */
export type MetaOption = z.output<typeof metaOption>
/** {@link metaEntry} */
export type MetaEntry = z.output<typeof metaEntry>
/** {@link unmappedField} */
export type UnmappedField = z.output<typeof unmappedField>
/** {@link filterGroups} */
export type FilterGroups = z.output<typeof filterGroups>
