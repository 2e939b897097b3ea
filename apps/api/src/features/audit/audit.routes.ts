import {
  type Actor,
  acknowledgeAlarm,
  auditDays,
  readAuditState,
  type ServiceParts,
  sessionOf,
} from '@wardtrack/access'
import { type AuditEntryAnswer, calls, messages } from '@wardtrack/contracts'
import { type CallContext, csvLine, notFound, type ServedCall, sendCsv, serve } from '@wardtrack/service-kit'
import { type AuditFilter, auditQuery, entryBatches, listEntries, toAnswers } from './audit.store.ts'

const COLUMNS: readonly (readonly [title: string, valueOf: (entry: AuditEntryAnswer) => unknown])[] = [
  ['Number', ({ seq }) => seq],
  ['Time', ({ time }) => time],
  ['Person', ({ actor }) => actor],
  ['Action', ({ action }) => action],
  ['Target type', ({ target }) => target?.type],
  ['Target', ({ target }) => target?.id],
  ['Page', ({ pageRoute }) => pageRoute],
  ['Address', ({ address }) => address],
  ['Outcome', ({ outcome }) => outcome],
  ['Status', ({ status }) => status],
  ['Patients read', ({ details }) => details?.['patients']],
  ['Details', ({ details }) => (details ? JSON.stringify(details) : undefined)],
  ['Request', ({ requestId }) => requestId],
  ['Hash', ({ hash }) => hash],
]

/** Sends all matching entries as a file. */
function exportEntries(parts: ServiceParts, filter: AuditFilter, context: CallContext<Actor>): Promise<void> {
  return sendCsv(linesOf(parts, filter, context), 'audit.csv', context)
}

async function* linesOf(
  parts: ServiceParts,
  filter: AuditFilter,
  context: CallContext<Actor>,
): AsyncGenerator<string, void> {
  const viewer = sessionOf(context.actor)
  let returned = 0
  yield csvLine(COLUMNS.map(([title]) => title))
  for await (const docs of entryBatches(parts, auditQuery(filter, viewer))) {
    const entries = await toAnswers(parts, docs, viewer)
    returned += entries.length
    context.auditDetails({ returned })
    yield entries.map((entry) => csvLine(COLUMNS.map(([, valueOf]) => valueOf(entry)))).join('')
  }
}

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
