import { z } from 'zod'
import {
  CUSTOM_REPORT_LIMITS,
  DEFAULT_REPORT_ICON,
  FEWEST_REPORT_FIELDS,
  REPORT_SHARES,
  REPORT_TYPES,
  SHORTEST_REPORT_TEXT,
} from '../custom-report-choices.ts'
import { messages } from '../messages.ts'
import { assetPointer } from './asset.ts'
import { id, iso, revision, visible, visibleText } from './common.ts'

/** A custom report. Heat maps have `TargetField`, and reports shared by a tag have `tag`. */
export const customReport = z.object({
  _id: id,
  Name: z.string(),
  Description: z.string(),
  /** asset type */
  Subject: z.string(),
  Type: z.enum(REPORT_TYPES),
  /** metadata names, or members of every asset */
  Fields: z.array(z.string()),
  /** metadata name of the field whose value the map shows */
  TargetField: z.string().optional(),
  share: z.enum(REPORT_SHARES),
  tag: z.string().optional(),
  /** class of its icon */
  Icons: z.string(),
  /** username */
  owner: z.string(),
  /** true if the caller may change and delete it */
  mayEdit: z.boolean(),
  createdAt: iso,
  revision,
})
/** {@link customReport} */
export type CustomReport = z.output<typeof customReport>

/** A row of a custom report: its asset, and the values by field; `''` without a value, option codes as stored. */
export const customReportRow = z
  .object({ _id: id, AssetType: z.string(), AssetId: z.string() })
  .catchall(z.unknown())
/** {@link customReportRow} */
export type CustomReportRow = z.output<typeof customReportRow>

/** An asset on the map of a heat map report. `Target`: option code of the shown field; absent without a value. */
export const heatPointer = assetPointer.extend({ Target: z.string().optional() })
/** {@link heatPointer} */
export type HeatPointer = z.output<typeof heatPointer>

/**
 * Creates the message for a missing value or one that is no text; texts that are too long have a separate message.
 */
const unlessText = (message: string) => ({
  error: ({ code }: { code: string }) => (code === 'invalid_type' ? message : undefined),
})

const needed = (message: string, max: number) =>
  z.string(unlessText(message)).trim().min(1, message).max(max).regex(visible.pattern, visible.message)

const description = z
  .string(unlessText(messages.reportDescription))
  .trim()
  .min(SHORTEST_REPORT_TEXT, messages.reportDescription)
  .max(500)
  .regex(visibleText.pattern, visibleText.message)

const fieldName = needed(messages.fieldUnknown, 100)
const fieldNames = z
  .array(fieldName, unlessText(messages.reportFields))
  .max(CUSTOM_REPORT_LIMITS.fields)
  .transform((names) => [...new Set(names)])

const composed = z.object({
  Name: needed(messages.reportName, 100),
  Description: description,
  Subject: needed(messages.reportSubject, 50),
  Type: z.enum(REPORT_TYPES, { error: messages.reportType }),
  share: z.enum(REPORT_SHARES, { error: messages.reportShare }).optional(),
  tag: z
    .string()
    .trim()
    .min(SHORTEST_REPORT_TEXT, messages.reportTagRule)
    .max(100)
    .regex(visible.pattern, visible.message)
    .optional(),
  Fields: fieldNames.refine((names) => names.length >= FEWEST_REPORT_FIELDS, messages.reportFields),
  TargetField: needed(messages.reportTarget, 100).optional(),
  Icons: z
    .string()
    .trim()
    .regex(/^icon-[a-z0-9-]{1,60}$/, messages.reportIconRule)
    .default(DEFAULT_REPORT_ICON),
  revision: revision.optional(),
})

type Sent = Record<string, unknown>
const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names in the specification's form, by stored name. */
const FORM_NAMES: Readonly<Record<string, string>> = { Fields: 'fields', TargetField: 'heat' }

/** Returns the name of a custom report's member in a body, for errors that are found later. */
export function sentReportMember(body: unknown, member: string): string {
  const formName = FORM_NAMES[member]
  const usesForm = formName !== undefined && isObject(body) && body[member] === undefined && formName in body
  return usesForm ? formName : member
}

/** Renames members to their stored names. Empty values count as missing, and a list of one field as that field. */
function storedNames(body: unknown): unknown {
  if (!isObject(body)) return body
  const report: Sent = { ...body }
  for (const member of Object.keys(FORM_NAMES)) report[member] = body[sentReportMember(body, member)]
  const target = report['TargetField']
  if (Array.isArray(target) && target.length < 2) report['TargetField'] = target[0] as unknown
  return Object.fromEntries(
    Object.entries(report).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )
}

/**
 * Returns the errors of members that depend on others: a list needs a share, a share by tag its tag, a heat map its
 * field.
 */
function missingMembers(report: Sent): { path: string[]; message: string }[] {
  const lacks = (member: string): boolean => report[member] === undefined
  return [
    ...(report['Type'] === 'List' && lacks('share')
      ? [{ path: ['share'], message: messages.reportShare }]
      : []),
    ...(report['share'] === 'Tag' && lacks('tag')
      ? [{ path: ['tag'], message: messages.reportTagRule }]
      : []),
    ...(report['Type'] === 'Heat Map' && lacks('TargetField')
      ? [{ path: ['TargetField'], message: messages.reportTarget }]
      : []),
  ]
}

const ORDER = Object.keys(composed.shape)
const rankOf = ({ path }: { path: readonly PropertyKey[] }): number => ORDER.indexOf(String(path[0]))

/**
 * A custom report as sent. Members may have the names of the specification's form. Errors use the sent names, in the
 * order of the form.
 */
export const customReportForm = z.preprocess(
  (body, context) => {
    const report = storedNames(body)
    const broken: readonly { path: readonly PropertyKey[]; message: string }[] =
      composed.safeParse(report).error?.issues ?? []
    const missing = isObject(report) ? missingMembers(report) : []
    for (const { path, message } of [...broken, ...missing].sort((a, b) => rankOf(a) - rankOf(b))) {
      const [member = '', ...deeper] = path.map(String)
      context.addIssue({ code: 'custom', path: [sentReportMember(body, member), ...deeper], message })
    }
    return report
  },
  composed.transform(({ share = 'None', tag, TargetField, ...report }) => ({
    ...report,
    share,
    ...(share === 'Tag' && tag !== undefined ? { tag } : {}),
    ...(report.Type === 'Heat Map' && TargetField !== undefined ? { TargetField } : {}),
  })),
)
/** {@link customReportForm} after parsing. */
export type CustomReportForm = z.output<typeof customReportForm>

/** Content of the preview during editing. `mapId`: map of a heat map; by default the one with the most assets. */
export const reportPreviewQuestion = z.object({
  Subject: needed(messages.reportSubject, 50),
  Fields: fieldNames,
  TargetField: needed(messages.reportTarget, 100).optional(),
  mapId: z.string().trim().min(1).max(128).optional(),
})
/** {@link reportPreviewQuestion} after parsing. */
export type ReportPreviewQuestion = z.output<typeof reportPreviewQuestion>
