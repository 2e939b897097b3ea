import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import type { AuditEntryAnswer } from '@wardtrack/contracts'
import { type CallContext, csvLine, sendCsv } from '@wardtrack/service-kit'
import { type AuditFilter, auditQuery, entryBatches, toAnswers } from './audit.store.ts'

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
export function exportEntries(
  parts: ServiceParts,
  filter: AuditFilter,
  context: CallContext<Actor>,
): Promise<void> {
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
