import { z } from 'zod'

const condition = z.record(z.string(), z.unknown())

/**
 * Criteria as a body, in any form of the criteria grammar. Only the outer form is checked here. The server's criteria
 * reader checks fields, operators and limits against the metadata mapping.
 */
export const criteriaBody = z.union([z.array(condition), condition]).default({})

/** One condition: a field with a value, `{ sort }` or `{ search }`. */
export type Condition = Record<string, unknown>
/** {@link criteriaBody} */
export type CriteriaBody = Condition | Condition[]
/** Order of a list, at most three; 1 ascending, -1 descending. */
export type Sort = { sortField: string; sortDirection: 1 | -1 }
