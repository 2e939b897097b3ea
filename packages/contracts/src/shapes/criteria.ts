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

const encryptedPart = z.object({ field: z.string(), AssetTypes: z.array(z.string()) })

/**
 * Limits of a list of several asset types when some of the types encrypt a field. The member `unfiltered` names types that a
 * condition on a part of the value leaves out. The member `unsorted` names types whose rows have no order.
 */
export const encryptionLimits = {
  unfiltered: z.array(encryptedPart).optional(),
  unsorted: z.array(encryptedPart).optional(),
}
/** {@link encryptionLimits} */
export type EncryptionLimits = {
  [limit in keyof typeof encryptionLimits]?: z.output<typeof encryptedPart>[] | undefined
}
