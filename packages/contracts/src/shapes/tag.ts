import { z } from 'zod'
import { cleanIdentifier } from '../identifiers.ts'
import { externalId, id, iso, levels, visible } from './common.ts'

/** Limits of tags. `custom`: number of custom tags; the others are per asset. */
export const TAG_LIMITS = { custom: 1_000, customOfAsset: 500, locationOfAsset: 50 } as const

/** A custom tag of the installation. */
export const customTag = z.object({ _id: id, name: z.string(), createdAt: iso })

/** Stored name of a location provider: lower case. */
export const tagProvider = z
  .string()
  .overwrite(cleanIdentifier)
  .toLowerCase()
  .min(1)
  .max(100)
  .regex(visible.pattern, visible.message)

/** A location tag, as sent. */
export const namedLocationTag = z.object({
  Provider: tagProvider,
  TagId: externalId,
  IsPrimary: z.boolean().default(false),
})

/** A tag that sends positions and belongs to no asset. */
export const unassignedTag = z.object({
  Provider: z.string(),
  TagId: z.string(),
  /** time of its newest position */
  seenAt: iso,
  /** place of that position; without levels if only the map is known, or nothing */
  fullPath: levels,
  mapId: z.string().nullable(),
  mapName: z.string().optional(),
})

/** {@link customTag} */
export type CustomTag = z.output<typeof customTag>
/** {@link unassignedTag} */
export type UnassignedTag = z.output<typeof unassignedTag>
