import { z } from 'zod'
import { id } from './common.ts'

/** Limits of saved filters. `own`: of one user on one page; `shared`: with everyone on one page. */
export const SAVED_FILTER_LIMITS = { own: 100, shared: 200, criteriaCharacters: 65_536 } as const

/**
 * A saved filter of a page. `criteria` are those of the list calls. `showMe` and `isDefault` are choices of the
 * caller, also for a filter that somebody else shares.
 */
export const savedFilter = z.object({
  filterId: id,
  criteria: z.array(z.record(z.string(), z.unknown())),
  displayName: z.string(),
  /** the owner */
  userName: z.string(),
  showOn: z.string(),
  /** true if everyone may use it; else only its owner */
  share: z.boolean(),
  showMe: z.boolean(),
  /** true if it applies when the caller opens the page without a filter */
  isDefault: z.boolean(),
})

/** {@link savedFilter} */
export type SavedFilter = z.output<typeof savedFilter>
