import { z } from 'zod'
import { id } from './common.ts'

/** Bounds of saved filters. `own`: of one person on one page; `shared`: with everyone on one page. */
export const SAVED_FILTER_LIMITS = { own: 100, shared: 200, criteriaCharacters: 65_536 } as const

/**
 * A filter that somebody saved on a page. `criteria` are those of the list calls. `showMe` and `isDefault` are what the
 * caller chose for themselves, also of a filter that somebody else shares.
 */
export const savedFilter = z.object({
  filterId: id,
  criteria: z.array(z.record(z.string(), z.unknown())),
  displayName: z.string(),
  /** the owner */
  userName: z.string(),
  showOn: z.string(),
  /** whether everyone may use it; else only its owner */
  share: z.boolean(),
  showMe: z.boolean(),
  /** applied when the caller opens the page without any filter */
  isDefault: z.boolean(),
})

/** {@link savedFilter} */
export type SavedFilter = z.output<typeof savedFilter>
