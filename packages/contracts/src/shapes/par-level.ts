import { z } from 'zod'
import { messages } from '../messages.ts'
import { externalId, id, iso, levels, revision, visible } from './common.ts'

/** Maximum number of PAR levels, and maximum number of pieces in one. */
export const PAR_LEVEL_LIMITS = { levels: 5_000, pieces: 9_999 } as const

const pieces = z
  .number({ error: messages.parLevelRule })
  .int(messages.parLevelRule)
  .min(0, messages.parLevelRule)
  .max(PAR_LEVEL_LIMITS.pieces, messages.parLevelRule)

/**
 * A PAR level, as sent: for a place of the internal hierarchy with all places below it, and a category of equipment.
 */
export const parLevelForm = z
  .strictObject({
    /** id of the place */
    hierarchyId: externalId,
    /** primary category, as stored in assets */
    Category: z.string().trim().min(1).max(200).regex(visible.pattern, visible.message),
    /** safety level: the unit is short with fewer pieces */
    Minimum: pieces,
    /** PAR level: the number of pieces that the unit should have ready */
    Par: pieces.min(1, messages.parLevelNeeded),
    /** revision that the caller has seen, `0` for a new level; any if absent */
    revision: revision.optional(),
  })
  .refine(({ Minimum, Par }) => Minimum <= Par, { path: ['Minimum'], message: messages.safetyLevelRule })
/** {@link parLevelForm} */
export type ParLevelForm = z.output<typeof parLevelForm>

/** A stored PAR level. */
export const parLevel = z.object({
  _id: id,
  hierarchyId: z.string(),
  /** the place's levels; empty if the place no longer exists */
  fullPath: levels,
  Category: z.string(),
  Minimum: z.number(),
  Par: z.number(),
  updatedAt: iso,
  /** username */
  updatedBy: z.string(),
  revision,
})
/** {@link parLevel} */
export type ParLevel = z.output<typeof parLevel>
