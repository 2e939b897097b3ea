import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { auditAlarm, auditEntry, auditVerification } from '../shapes/audit.ts'
import { ack, page, pageSize } from '../shapes/common.ts'

const exact = z.string().trim().min(1).max(300).optional()
const time = z.iso.datetime({ offset: true, message: 'Use ISO 8601 with a time zone.' }).optional()

/** Filter of audit entries; all conditions must match. */
const filter = {
  /** a user name, or `key {name}` */
  actor: exact,
  /** method and path as in entries, such as `POST /user/verify` */
  action: exact,
  from: time,
  /** exclusive */
  to: time,
  outcome: z.enum(['ok', 'refused']).optional(),
  /** `read` for only the entries about reading patients */
  patients: z.literal('read').optional(),
}
const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  !from || !to || Date.parse(from) <= Date.parse(to)
const inOrder = { path: ['to'], message: 'The end is before the start.' }

export const auditCalls = {
  listAudit: defineCall(routes.listAudit, {
    summary: 'Entries of the audit log, newest first',
    patient: true,
    query: z.object({ ...filter, page, pagesize: pageSize(50) }).refine(isInOrder, inOrder),
    response: z.object({ data: z.array(auditEntry), count: z.number() }),
  }),
  exportAudit: defineCall(routes.exportAudit, {
    summary: 'All matching entries of the audit log as a csv file, newest first',
    patient: true,
    produces: 'open',
    share: 'streams',
    mediaType: 'text/csv',
    query: z.object(filter).refine(isInOrder, inOrder),
    response: z.unknown(),
  }),
  verifyAuditLog: defineCall(routes.verifyAuditLog, {
    summary: 'Follow the chain of the audit log, and tell where it is broken',
    response: auditVerification.omit({ at: true }).extend({
      ok: z.boolean(),
      /** the same as above */
      intact: z.boolean(),
      /** number of the first invalid entry */
      brokenAt: z.number().optional(),
    }),
  }),
  auditState: defineCall(routes.auditState, {
    summary:
      'What the last verification of the whole audit log found, and the alarm that nobody has acknowledged',
    response: z.object({
      verification: auditVerification.nullable(),
      alarm: auditAlarm.nullable(),
      /** retention of entries in days */
      days: z.number(),
    }),
  }),
  acknowledgeAuditAlarm: defineCall(routes.acknowledgeAuditAlarm, {
    summary: 'Acknowledge the alarm about the audit log: it is not raised again for the same entry',
    response: ack,
  }),
}
