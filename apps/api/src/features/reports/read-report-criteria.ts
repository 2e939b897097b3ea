import { type Condition, type CriteriaBody, MAX_REPORT_DAYS, messages, type Sort } from '@wardtrack/contracts'
import type { CriteriaCondition, CriteriaField, CriteriaFields, ReadCriteria } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import { criteriaOf } from '../assets/index.ts'
import { findMember } from './body-members.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Hours that a report covers when the criteria name no period. */
const DEFAULT_HOURS = 6
/** Name of the condition on the time of rows, for rows that have a time. */
const ROW_TIME = 'createdAt'

/** Period with an exclusive end; a missing side is open. */
export type Period = { from?: Date; to?: Date }

/** Rules for reading the criteria of a page. */
export type CriteriaRules = {
  fields: CriteriaFields
  /** conditions on the page's extra fields instead of asset fields */
  ownFields?: CriteriaFields
  /** sorting by columns: the column's key and the stored path */
  sortPaths?: Readonly<Record<string, string>>
  /** sorting by members that exist only in rows */
  sortKeys?: readonly string[]
  /** asset type when the criteria name none */
  defaultType?: string
  /** set when rows have a time, which `createdAt` filters; `default` adds a default period */
  rowTime?: 'any' | 'default'
  /** length of the default period in hours, 6 when omitted */
  defaultHours?: number
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
 * Reads the criteria of a report.
 * @throws ApiError 400 naming the member as sent
 */
export function readReportCriteria(body: CriteriaBody, rules: CriteriaRules, now: Date): ReportCriteria {
  const { fields, ownFields = new Map<string, never>(), defaultType, rowTime, defaultHours } = rules
  const known: CriteriaFields = new Map([...fields, ...ownFields])
  const criteria = criteriaOf(body, known, '', sortFieldsOf(rules), defaultType)
  const times = rowTime ? criteria.conditions.filter(({ path }) => path === ROW_TIME) : []
  const ownPaths = new Set([...ownFields.values()].map(({ path }) => path))
  const reportConditions = criteria.conditions.filter(({ path }) => ownPaths.has(path))
  const conditions = criteria.conditions.filter(
    (entry) => !times.includes(entry) && !reportConditions.includes(entry),
  )
  const path = findMember(body, ROW_TIME)?.path ?? ROW_TIME
  const requestedPeriod = times.map(({ test }) => periodOf(test, path)).reduce(intersection, {})
  const period = rowTime === 'default' ? closedPeriod(requestedPeriod, now, defaultHours) : requestedPeriod
  requireShort(period, path)
  return {
    criteria,
    assetConditions: { ...criteria, conditions },
    reportConditions,
    period,
    sort: criteria.sort,
  }
}

function sortFieldsOf({ fields, sortPaths = {}, sortKeys }: CriteriaRules): CriteriaFields {
  const text = (path: string): CriteriaField => ({ path, kind: 'text' })
  if (sortKeys) return new Map(sortKeys.map((key) => [key, text(key)]))
  const columns = Object.entries(sortPaths).map(
    ([key, path]) => [key, fields.get(path) ?? text(path)] as const,
  )
  return new Map([...fields, ...columns])
}

/** Returns the default period of a page as a condition. */
export const lastHours = (now: Date, hours = DEFAULT_HOURS): Condition => ({
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
export function closedPeriod(
  { from, to }: Period,
  now: Date,
  defaultHours = DEFAULT_HOURS,
): Required<Period> {
  if (!from && !to) return { from: new Date(now.getTime() - defaultHours * HOUR_MS), to: now }
  const end = to ?? now
  return { from: from ?? new Date(end.getTime() - MAX_REPORT_DAYS * DAY_MS), to: end }
}

function requireShort({ from, to }: Period, path: string): void {
  if (from && to && to.getTime() - from.getTime() > MAX_REPORT_DAYS * DAY_MS)
    throw invalidMember(path, messages.reportRangeTooLong)
}
