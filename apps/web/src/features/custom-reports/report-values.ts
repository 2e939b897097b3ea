import type { CustomReport } from '@wardtrack/contracts'
import {
  DEFAULT_REPORT_ICON,
  FEWEST_REPORT_FIELDS,
  isHeatMap,
  type ReportShare,
  type ReportType,
  SHORTEST_REPORT_TEXT,
} from '@wardtrack/contracts/custom-report-choices'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'

/** Form values of a custom report. */
export interface ReportValues {
  readonly name: string
  readonly description: string
  readonly type: ReportType
  readonly subject: string | undefined
  readonly fields: readonly string[]
  readonly target: string | undefined
  readonly share: ReportShare | undefined
  readonly tag: string
  readonly icon: string
}

/** Returns the initial form values of a new or stored report. */
export const reportValues = (report: CustomReport | undefined, type: ReportType): ReportValues => ({
  name: report?.Name ?? '',
  description: report?.Description ?? '',
  type: report?.Type ?? type,
  subject: report?.Subject,
  fields: report?.Fields ?? [],
  target: report?.TargetField,
  share: report?.share ?? (isHeatMap(type) ? 'None' : undefined),
  tag: report?.tag ?? '',
  icon: report?.Icons ?? DEFAULT_REPORT_ICON,
})

const MEMBERS: Readonly<Record<string, keyof ReportValues>> = {
  Name: 'name',
  Description: 'description',
  Type: 'type',
  Subject: 'subject',
  Fields: 'fields',
  TargetField: 'target',
  share: 'share',
  tag: 'tag',
  Icons: 'icon',
}

/** Returns the form field of a member of the body. */
export const fieldOfPath = (path: string): keyof ReportValues | undefined => MEMBERS[path.split('.')[0] ?? '']

/** Returns the errors, in the messages of the specification. */
export function checkReport(values: ReportValues): {
  readonly [field in keyof ReportValues]?: string | undefined
} {
  const { name, description, type, subject, fields, target, share, tag } = values
  const unless = (isRight: boolean, message: string): string | undefined => (isRight ? undefined : message)
  return {
    name: unless(name.trim() !== '', translate('messages:reportName')),
    description: unless(
      description.trim().length >= SHORTEST_REPORT_TEXT,
      translate('messages:reportDescription'),
    ),
    subject: unless(subject !== undefined, translate('messages:reportSubject')),
    fields: unless(fields.length >= FEWEST_REPORT_FIELDS, translate('messages:reportFields')),
    target: unless(type === 'List' || target !== undefined, translate('messages:reportTarget')),
    share: unless(share !== undefined, translate('messages:reportShare')),
    tag: unless(
      share !== 'Tag' || tag.trim().length >= SHORTEST_REPORT_TEXT,
      translate('messages:reportTagRule'),
    ),
  }
}

/** True if there are no errors. */
export const isComplete = (values: ReportValues): boolean =>
  Object.values(checkReport(values)).every((message) => message === undefined)

/** Creates a report, or changes it on the revision that was edited. */
export function saveReport(values: ReportValues, stored: CustomReport | undefined) {
  const { subject = '', target, share = 'None', tag, fields } = values
  const body = {
    Name: values.name,
    Description: values.description,
    Subject: subject,
    Type: values.type,
    Fields: [...fields],
    share,
    Icons: values.icon,
    ...(isHeatMap(values.type) && target !== undefined ? { TargetField: target } : {}),
    ...(share === 'Tag' ? { tag } : {}),
  }
  return stored
    ? api.call('editCustomReportById', {
        params: { reportId: stored._id },
        body: { ...body, revision: stored.revision },
      })
    : api.call('createCustomReport', { body })
}
