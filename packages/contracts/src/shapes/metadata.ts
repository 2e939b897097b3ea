import { z } from 'zod'
import { id } from './common.ts'

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
  .object({ _id: id, _aliases: z.record(z.string(), z.string()) })
  .catchall(z.record(z.string(), metaEntry))

/** {@link metaMapping}; keys that begin with `_` are no types. */
export type MetaMapping = { _id: string; _aliases: Record<string, string> } & {
  [assetType: string]: Record<string, z.output<typeof metaEntry>>
}

/** The whole mapping: `_id`, `_aliases`, and a member for each asset type. */
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

/** {@link metaOption} */
export type MetaOption = z.output<typeof metaOption>
/** {@link metaEntry} */
export type MetaEntry = z.output<typeof metaEntry>
/** {@link filterGroups} */
export type FilterGroups = z.output<typeof filterGroups>
