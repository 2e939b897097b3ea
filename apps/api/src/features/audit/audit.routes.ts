import {
  type Actor,
  acknowledgeAlarm,
  auditDays,
  readAuditState,
  type ServiceParts,
  sessionOf,
} from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { auditQuery, listEntries, toAnswers } from './audit.store.ts'
import { exportEntries } from './export-entries.ts'

/** Creates the calls about the audit log. */
export function auditRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const { access, db, bus, limits } = parts
  return [
    serve(calls.listAudit)<Actor>(async ({ query }, { actor }) => {
      const viewer = sessionOf(actor)
      const { docs, count } = await listEntries(parts, auditQuery(query, viewer), query)
      return { data: await toAnswers(parts, docs, viewer), count }
    }),
    serve(calls.exportAudit)<Actor>(({ query }, context) => exportEntries(parts, query, context)),
    serve(calls.verifyAuditLog)<Actor>(async () => {
      const { head, broken, ...counted } = await access.auditWatch.verify()
      const isIntact = broken === null
      return {
        ok: isIntact,
        intact: isIntact,
        ...counted,
        head: head && { ...head, time: head.time.toISOString() },
        broken,
        ...(broken ? { brokenAt: broken.number } : {}),
      }
    }),
    serve(calls.auditState)<Actor>(async () => {
      const { verification, alarm } = await readAuditState(db)
      return {
        verification: verification && {
          ...verification,
          at: verification.at.toISOString(),
          head: verification.head && {
            ...verification.head,
            time: verification.head.time.toISOString(),
          },
        },
        alarm: alarm && { number: alarm.number, fault: alarm.fault, at: alarm.at.toISOString() },
        days: await auditDays(db, limits),
      }
    }),
    serve(calls.acknowledgeAuditAlarm)<Actor>(async (_input, { actor }) => {
      if (!(await acknowledgeAlarm(db, sessionOf(actor).username))) throw notFound()
      bus.publish('config.changed', { what: 'audit' })
      return { err: 0, message: messages.auditAlarmAcknowledged }
    }),
  ]
}
