import { z } from 'zod'
import { iso } from './common.ts'

/** An entry of the audit log. Details of read patients are only for users with the patient-data flag. */
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
  /** facts about request and response, without their values */
  details: z.record(z.string(), z.unknown()).optional(),
})

/** Position and kind of a break in the chain. */
const broken = z.object({
  number: z.number(),
  fault: z.enum(['missing', 'unlinked', 'changed', 'unkeyed', 'unknown_key', 'truncated']),
})

/** Result of verifying the whole chain. */
export const auditVerification = z.object({
  at: iso,
  /** number of verified entries, up to the first invalid one */
  entries: z.number(),
  /** number of entries from before keys were used, whose chain could be forged */
  unkeyed: z.number(),
  /** number of the oldest stored entry */
  first: z.number().nullable(),
  /** the last valid entry */
  head: z.object({ number: z.number(), time: iso, hash: z.string() }).nullable(),
  broken: broken.nullable(),
})

/** Alarm about a broken chain. */
export const auditAlarm = broken.extend({ at: iso })

/** {@link auditEntry} */
export type AuditEntryAnswer = z.output<typeof auditEntry>
/** {@link auditVerification} */
export type AuditVerification = z.output<typeof auditVerification>
/** {@link auditAlarm} */
export type AuditAlarm = z.output<typeof auditAlarm>
