import { z } from 'zod'
import { externalId, id, iso, levels, visible } from './common.ts'

/** Bounds of tags. `custom`: custom tags that there can be; the others are of one asset. */
export const TAG_LIMITS = { custom: 1_000, customOfAsset: 500, locationOfAsset: 50 } as const

/** A word of the house that assets can be given. */
export const customTag = z.object({ _id: id, name: z.string(), createdAt: iso })

/** Name of a location provider as it is stored: lower case. */
export const tagProvider = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(100)
  .regex(visible.pattern, visible.message)

/** A location tag as somebody names it. */
export const namedLocationTag = z.object({
  Provider: tagProvider,
  TagId: externalId,
  IsPrimary: z.boolean().default(false),
})

/** A tag that sends positions and that no asset carries. */
export const unassignedTag = z.object({
  Provider: z.string(),
  TagId: z.string(),
  /** time of its newest position */
  seenAt: iso,
  /** where that was; without levels where only the map or nothing is known */
  fullPath: levels,
  mapId: z.string().nullable(),
  mapName: z.string().optional(),
})

/** {@link customTag} */
export type CustomTag = z.output<typeof customTag>
/** {@link unassignedTag} */
export type UnassignedTag = z.output<typeof unassignedTag>
