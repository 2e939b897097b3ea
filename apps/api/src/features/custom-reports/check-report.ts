import type { SessionActor } from '@wardtrack/access'
import {
  type CustomReportForm,
  type ErrorDetail,
  GENERAL_REPORT_FIELDS,
  type MetaEntry,
  messages,
  sentReportMember,
} from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import { invalid } from '@wardtrack/service-kit'

/** What a report shows. */
export type ReportSubject = Pick<CustomReportForm, 'Subject' | 'Fields'> & {
  TargetField?: string | undefined
}
/** Who sends a report, what the mapping is, and the body, whose spelling errors name. */
type Sender = { actor: SessionActor; types: MetadataDoc['types']; body: unknown }

/** Entries of an asset type by name; none for a type that the mapping does not have. */
export const entriesOf = (types: MetadataDoc['types'], type: string): Readonly<Record<string, MetaEntry>> =>
  Object.hasOwn(types, type) ? (types[type] ?? {}) : {}

/** Whether a field has options, so that a map can show its value. */
const isTarget = (entry: MetaEntry | undefined): boolean => Object.keys(entry?.Options ?? {}).length > 0

/**
 * Checks what a report shows against the metadata mapping.
 * @throws ApiError 400 naming every type and field that the mapping does not have
 */
export function checkReport(
  { Subject, Fields, TargetField }: ReportSubject,
  { actor, types, body }: Sender,
): void {
  if (!Object.hasOwn(types, Subject) || !mayKnowType(actor, Subject))
    throw invalid([{ path: 'Subject', message: messages.assetTypeUnknown }])
  const entries = entriesOf(types, Subject)
  const isKnown = (name: string): boolean =>
    Object.hasOwn(entries, name) || (GENERAL_REPORT_FIELDS as readonly string[]).includes(name)
  const errors: ErrorDetail[] = Fields.filter((name) => !isKnown(name)).map((name) => ({
    path: pathOfField(body, name),
    message: messages.fieldUnknown,
  }))
  if (TargetField !== undefined && !(Object.hasOwn(entries, TargetField) && isTarget(entries[TargetField])))
    errors.push({ path: sentReportMember(body, 'TargetField'), message: messages.reportTarget })
  if (errors.length > 0) throw invalid(errors)
}

/** Where a body names a field: repetitions were dropped before it was checked. */
function pathOfField(body: unknown, name: string): string {
  const member = sentReportMember(body, 'Fields')
  const sent: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, member) : undefined
  const index = Array.isArray(sent)
    ? sent.findIndex((entry) => typeof entry === 'string' && entry.trim() === name)
    : -1
  return `${member}.${index}`
}
