import { z } from 'zod'
import { iso } from './common.ts'

/** An entry of the audit log. What was read of patients is told to people with the patient-data flag alone. */
export const auditEntry = z.object({
  seq: z.number(),
  time: iso,
  actor: z.string(),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string() }).optional(),
  pageRoute: z.string().optional(),
  address: z.string(),
  outcome: z.enum(['ok', 'refused']),
  status: z.number(),
  requestId: z.string(),
  hash: z.string(),
  /** facts about what was asked and answered, without its values */
  details: z.record(z.string(), z.unknown()).optional(),
})

/** Where and how a chain is broken. */
const broken = z.object({
  number: z.number(),
  fault: z.enum(['missing', 'unlinked', 'changed', 'unkeyed', 'unknown_key', 'truncated']),
})

/** What following the whole chain came to. */
export const auditVerification = z.object({
  at: iso,
  /** entries that were followed, up to the first that is wrong */
  entries: z.number(),
  /** those written before entries were made with a key: a chain of them could be made anew */
  unkeyed: z.number(),
  /** number of the oldest entry that is kept */
  first: z.number().nullable(),
  /** the last entry that is right */
  head: z.object({ number: z.number(), time: iso, hash: z.string() }).nullable(),
  broken: broken.nullable(),
})

/** That the chain was found broken. */
export const auditAlarm = broken.extend({ at: iso })

/** {@link auditEntry} */
export type AuditEntryAnswer = z.output<typeof auditEntry>
/** {@link auditVerification} */
export type AuditVerification = z.output<typeof auditVerification>
/** {@link auditAlarm} */
export type AuditAlarm = z.output<typeof auditAlarm>
