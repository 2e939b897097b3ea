import {
  type Condition,
  type CriteriaBody,
  type FixedReportName,
  MAX_REPORT_DAYS,
  messages,
  REPORT_PAGES,
  REPORT_PERIODS,
  type ReportName,
  type ReportSettings,
  reports,
  type Sort,
} from '@wardtrack/contracts'
import type { CriteriaCondition, CriteriaField, CriteriaFields, ReadCriteria } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import { criteriaOf } from '../assets/index.ts'
import { reportFields } from './report-fields.ts'
import type { ReportParts, ReportRequest } from './report-page.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Name of the condition on the time of rows, for rows that have a time. */
const ROW_TIME = 'createdAt'

/** Period with an exclusive end; a missing side is open. */
export type Period = { from?: Date; to?: Date }

/** Sorting of a report: by columns with their stored paths, or by members of rows in memory. */
type SortRules =
  | { sortPaths: Readonly<Record<string, string>> }
  | {
      /** sort keys besides the columns */
      alsoBy?: readonly string[]
    }

/** Parsed criteria of a report. */
export type ReportCriteria = {
  /** criteria as sent, with the defaults, for the audit log */
  criteria: ReadCriteria
  /** conditions on the current state of the assets */
  assetConditions: ReadCriteria
  /** conditions on the page's extra fields */
  reportConditions: CriteriaCondition[]
  period: Period
  sort: Sort[]
}

/**
 * Reads the criteria of a report by its declaration.
 * @param body criteria without members that only this report has
 * @throws ApiError 400 naming the member as sent
 */
export async function readReportCriteria(
  { metadata }: Pick<ReportParts, 'metadata'>,
  name: ReportName,
  { body, now }: Pick<ReportRequest, 'body' | 'now'>,
  sortRules: SortRules,
): Promise<ReportCriteria> {
  const fields = await metadata.criteriaFields()
  const ownFields = reportFields(reports[name].criteria)
  const { defaultType, period: usual }: Partial<ReportSettings> = reportSettings(name)
  const known: CriteriaFields = new Map([...fields, ...ownFields])
  const criteria = criteriaOf(body, known, '', sortFieldsOf(name, fields, sortRules), defaultType)
  const times = usual ? criteria.conditions.filter(({ path }) => path === ROW_TIME) : []
  const ownPaths = new Set([...ownFields.values()].map(({ path }) => path))
  const reportConditions = criteria.conditions.filter(({ path }) => ownPaths.has(path))
  const conditions = criteria.conditions.filter(
    (entry) => !times.includes(entry) && !reportConditions.includes(entry),
  )
  const path = findMember(body, ROW_TIME)?.path ?? ROW_TIME
  const requestedPeriod = times.map(({ test }) => periodOf(test, path)).reduce(intersection, {})
  const period =
    usual === undefined || usual === 'any-time'
      ? requestedPeriod
      : closedPeriod(requestedPeriod, now, REPORT_PERIODS[usual])
  requireShort(period, path)
  return {
    criteria,
    assetConditions: { ...criteria, conditions },
    reportConditions,
    period,
    sort: criteria.sort,
  }
}

/** Returns the settings of a report; custom reports have none. */
export const reportSettings = (name: string): Partial<ReportSettings> =>
  Object.hasOwn(REPORT_PAGES, name) ? REPORT_PAGES[name as FixedReportName] : {}

function sortFieldsOf(name: ReportName, fields: CriteriaFields, rules: SortRules): CriteriaFields {
  const text = (path: string): CriteriaField => ({ path, kind: 'text' })
  if ('sortPaths' in rules) {
    const columns = Object.entries(rules.sortPaths).map(
      ([key, path]) => [key, fields.get(path) ?? text(path)] as const,
    )
    return new Map([...fields, ...columns])
  }
  const keys = [...reports[name].columns.map(({ key }) => key), ...(rules.alsoBy ?? [])]
  return new Map(keys.map((key) => [key, text(key)]))
}

/** Returns the asset types that the criteria name; undefined when the criteria name none. */
export function typesNamed({ conditions }: ReadCriteria): string[] | undefined {
  const named = conditions
    .filter(({ path, test }) => path === 'AssetType' && ('$eq' in test || '$in' in test))
    .map(({ test }) => ('$eq' in test ? [test['$eq']] : (test['$in'] as unknown[])).map(String))
  return named.length === 0
    ? undefined
    : named.reduce((common, types) => common.filter((type) => types.includes(type)))
}

/** Returns the default period of a page as a condition. */
export const lastHours = (now: Date, hours: number): Condition => ({
  [ROW_TIME]: {
    $gte: new Date(now.getTime() - hours * HOUR_MS).toISOString(),
    $lt: now.toISOString(),
  },
})

function periodOf(test: Record<string, unknown>, path: string): Period {
  const { $gte: from, $lt: to } = test as { $gte?: Date; $lt?: Date }
  if (!from && !to) throw invalidMember(path, messages.reportPeriodNeeded)
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

function intersection(first: Period, second: Period): Period {
  const latest = [first.from, second.from].filter((date) => date !== undefined)
  const earliest = [first.to, second.to].filter((date) => date !== undefined)
  return {
    ...(latest.length > 0 ? { from: new Date(Math.max(...latest.map(Number))) } : {}),
    ...(earliest.length > 0 ? { to: new Date(Math.min(...earliest.map(Number))) } : {}),
  }
}

/**
 * Closes the open sides of a period. The end becomes now; the start becomes the earliest allowed time, or the default
 * start when the criteria name no period.
 */
function closedPeriod({ from, to }: Period, now: Date, defaultHours: number): Required<Period> {
  if (!from && !to) return { from: new Date(now.getTime() - defaultHours * HOUR_MS), to: now }
  const end = to ?? now
  return { from: from ?? new Date(end.getTime() - MAX_REPORT_DAYS * DAY_MS), to: end }
}

/** Returns the ends of a closed period in milliseconds; the period ends no later than now. */
export function pastPeriod(period: Period, now: Date): { from: number; to: number } {
  const closed = closedPeriod(period, now, 0)
  const to = Math.min(closed.to.getTime(), now.getTime())
  return { from: Math.min(closed.from.getTime(), to), to }
}

function requireShort({ from, to }: Period, path: string): void {
  if (from && to && to.getTime() - from.getTime() > MAX_REPORT_DAYS * DAY_MS)
    throw invalidMember(path, messages.reportRangeTooLong)
}

/** Members of a body that hold conditions. */
const WRAPPERS = ['criteria', 'items', 'query', 'filter']

/** Member of criteria, with its path in the body for error messages. */
export type FoundMember = { value: unknown; path: string }

/** Finds the last condition with this name anywhere in the body. */
export const findMember = (body: CriteriaBody, name: string): FoundMember | undefined =>
  membersOf(body, name).at(-1)

const membersOf = (body: CriteriaBody, name: string): FoundMember[] =>
  conditionsOf(body).flatMap(({ condition, prefix }) =>
    Object.hasOwn(condition, name) ? [{ value: condition[name], path: prefix + name }] : [],
  )

/**
 * Finds the only condition with this name.
 * @throws ApiError 400 naming the second one if there are several
 */
export function findOnlyMember(body: CriteriaBody, name: string, message: string): FoundMember | undefined {
  const [found, second] = membersOf(body, name)
  if (second) throw invalidMember(second.path, message)
  return found
}

/** Returns the body without the conditions of this name. */
export function withoutMember(body: CriteriaBody, name: string): CriteriaBody {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (!isObject(value)) return value
    const { [name]: _left, ...members } = value
    return members
  }
  if (Array.isArray(body)) return strip(body) as Condition[]
  const stripped = strip(body) as Condition
  for (const wrapper of WRAPPERS)
    if (Object.hasOwn(stripped, wrapper)) stripped[wrapper] = strip(stripped[wrapper])
  return stripped
}

/** Returns a member that controls the list and is not a condition, such as `level`. */
export const controlMember = (body: CriteriaBody, name: string): unknown =>
  Array.isArray(body) || !Object.hasOwn(body, name) ? undefined : body[name]

function conditionsOf(body: CriteriaBody): { condition: Condition; prefix: string }[] {
  if (Array.isArray(body)) return body.map((condition, index) => ({ condition, prefix: `${index}.` }))
  const found = [{ condition: body, prefix: '' }]
  for (const wrapper of WRAPPERS) {
    const inner = body[wrapper]
    if (Array.isArray(inner))
      for (const [index, condition] of inner.entries())
        if (isObject(condition)) found.push({ condition, prefix: `${wrapper}.${index}.` })
    if (isObject(inner)) found.push({ condition: inner, prefix: `${wrapper}.` })
  }
  return found
}

const isObject = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
