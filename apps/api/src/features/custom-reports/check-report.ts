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

/** Subject and fields of a report. */
export type ReportSubject = Pick<CustomReportForm, 'Subject' | 'Fields'> & {
  TargetField?: string | undefined
}
/** Sender of a report, the metadata mapping, and the body, whose member names appear in errors. */
type Sender = { actor: SessionActor; types: MetadataDoc['types']; body: unknown }

/** Returns the entries of an asset type by name; none for an unknown type. */
export const entriesOf = (types: MetadataDoc['types'], type: string): Readonly<Record<string, MetaEntry>> =>
  Object.hasOwn(types, type) ? (types[type] ?? {}) : {}

/** Returns true if a field has options, so that a map can show its value. */
const isTarget = (entry: MetaEntry | undefined): boolean => Object.keys(entry?.Options ?? {}).length > 0

/**
 * Checks the subject and the fields of a report against the metadata mapping.
 * @throws ApiError 400 naming every unknown type and field
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

/** Returns the path of a field name in a body: duplicates were removed before the check. */
function pathOfField(body: unknown, name: string): string {
  const member = sentReportMember(body, 'Fields')
  const sent: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, member) : undefined
  const index = Array.isArray(sent)
    ? sent.findIndex((entry) => typeof entry === 'string' && entry.trim() === name)
    : -1
  return `${member}.${index}`
}
