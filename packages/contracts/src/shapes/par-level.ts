import { z } from 'zod'
import { messages } from '../messages.ts'
import { externalId, id, iso, levels, revision, visible } from './common.ts'

/** How many PAR levels there are at most, and the largest one, in pieces. */
export const PAR_LEVEL_LIMITS = { levels: 5_000, pieces: 9_999 } as const

const pieces = z
  .number({ error: messages.parLevelRule })
  .int(messages.parLevelRule)
  .min(0, messages.parLevelRule)
  .max(PAR_LEVEL_LIMITS.pieces, messages.parLevelRule)

/** A PAR level as it is set: of a place of the internal hierarchy, with all places below it, and a category of equipment. */
export const parLevelForm = z
  .strictObject({
    /** of the place */
    hierarchyId: externalId,
    /** primary category, as assets store it */
    Category: z.string().trim().min(1).max(200).regex(visible.pattern, visible.message),
    /** pieces below which the unit is short: the safety level */
    Minimum: pieces,
    /** pieces that the unit is meant to have ready */
    Par: pieces.min(1, messages.parLevelNeeded),
    /** the one that the caller has seen, `0` for a level that is new; any when left out */
    revision: revision.optional(),
  })
  .refine(({ Minimum, Par }) => Minimum <= Par, { path: ['Minimum'], message: messages.safetyLevelRule })
/** {@link parLevelForm} */
export type ParLevelForm = z.output<typeof parLevelForm>

/** A PAR level as it is stored. */
export const parLevel = z.object({
  _id: id,
  hierarchyId: z.string(),
  /** the place's levels; none when the hierarchy has no such place any more */
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
