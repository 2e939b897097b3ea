import { type CriteriaBody, REPORT_FILE_ROWS, type ReportFormat } from '@wardtrack/contracts'
import { visibleTypes } from '@wardtrack/patient-rule'
import { type AuditDetails, csvLine, type MadeFile } from '@wardtrack/service-kit'
import {
  type Fact,
  type TableFile,
  type TableRow,
  writePdf,
  writeXlsx,
  zoneClock,
} from '../../table-files/index.ts'
import { controlMember, findMember } from '../body-members.ts'
import { META_DATA } from '../own-fields.ts'
import type { ReportPage, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { textOf } from '../row-texts.ts'
import { type FileTexts, fileTexts } from './file-texts.ts'
import { filterInWords, periodInWords, type Wording } from './filter-words.ts'
import { openReportRows, type ReportRows } from './report-rows.ts'

/** Options for writing a report to a file. */
export type ReportFileOptions = {
  format: ReportFormat
  /** IANA name */
  timeZone: string
  /** language tag; English when omitted */
  language?: string | undefined
  /** true when the reader has disconnected; writing then stops */
  isAbandoned: () => boolean
  /** called with the file's details while the file is written, for the audit log */
  onTold: (details: AuditDetails) => void
}

/** Media types of the file formats. */
export const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/**
 * Opens a report as a file with all rows, ignoring the caller's pagination. Criteria are read and the store is
 * queried before the first byte is sent, so errors are still normal responses.
 * @throws ApiError where the report would be refused
 */
export async function openReportFile(
  parts: ReportParts,
  page: ReportPage,
  request: ReportRequest,
  options: ReportFileOptions,
): Promise<MadeFile> {
  const { format, isAbandoned, onTold } = options
  const rows = await openReportRows(
    parts,
    page,
    { ...request, body: withoutPagination(request.body) },
    onTold,
  )
  const mediaType = MEDIA_TYPES[format]
  if (format === 'csv') return { content: csvLines(rows), fileName: 'report.csv', mediaType }
  const table = await tableOf(page, request, rows, options)
  const write = format === 'xlsx' ? writeXlsx : writePdf
  return {
    content: write(table, { maxRows: REPORT_FILE_ROWS[format], isAbandoned }),
    fileName: `${page.name}-${zoneClock(options.timeZone).text(request.now.getTime()).slice(0, 10)}.${format}`,
    mediaType,
  }
}

async function* csvLines({ columns, batches }: ReportRows): AsyncGenerator<string, void> {
  yield csvLine(columns.map(({ label }) => label))
  for await (const rows of batches()) yield rows.map(csvLine).join('')
}

async function tableOf(
  page: ReportPage,
  request: ReportRequest,
  rows: ReportRows,
  { timeZone, language }: ReportFileOptions,
): Promise<TableFile> {
  const texts = fileTexts(language)
  const { columns, head, batches, total } = rows
  const values = texts.values[page.name]
  return {
    title: texts.titles[page.name] ?? head.label,
    author: request.actor.username,
    madeAt: request.now,
    timeZone,
    texts,
    facts: factsOf(request, rows, texts, timeZone),
    columns: columns.map(({ key, label }) => texts.members[key] ?? label),
    batches: values ? () => batchesInWords(rows, values) : batches,
    total,
  }
}

/** Replaces codes in rows with the labels of the report's page; codes without a label stay. */
async function* batchesInWords(
  { columns, batches }: ReportRows,
  values: NonNullable<FileTexts['values'][string]>,
): AsyncGenerator<readonly TableRow[], void> {
  const wordsOf = columns.map(({ key }) => values[key])
  for await (const rows of batches())
    yield rows.map((row) => row.map((cell, column) => wordsOf[column]?.[String(cell)] ?? cell))
}

/** Describes the request in words: the criteria, the user and the time. */
function factsOf(
  { actor, body, now }: ReportRequest,
  { criteria, head, types }: ReportRows,
  texts: FileTexts,
  timeZone: string,
): Fact[] {
  const clock = zoneClock(timeZone)
  const timeText = (date: Date): string => clock.text(date.getTime())
  const entries = visibleTypes(Object.keys(types), actor).flatMap((type) => Object.values(types[type] ?? {}))
  const wording: Wording = { texts, entries, timeText }
  const period = periodInWords(criteria.conditions, wording) ?? defaultPeriod(head.defaultItems, wording)
  const level = textOf(controlMember(body, 'level'))
  return [
    [texts.filter, [...nearbyInWords(body, texts), filterInWords(criteria, wording)].join('; ')],
    ...(level === '' ? [] : [[texts.level, level.replace('Level_', '')] as const]),
    [texts.period, `${period ?? texts.now} (${timeZone})`],
    [texts.madeAt, `${timeText(now)} (${timeZone})`],
    [texts.madeBy, actor.username],
  ]
}

/** Returns the period that applies when the criteria name none. */
function defaultPeriod(items: readonly Record<string, unknown>[], wording: Wording): string | undefined {
  const range = items.flatMap(({ createdAt }) => (createdAt ? [createdAt as Record<string, string>] : []))[0]
  if (!range) return undefined
  const test = Object.fromEntries(Object.entries(range).map(([name, time]) => [name, new Date(time)]))
  return periodInWords([{ path: 'createdAt', test }], wording)
}

/** Describes the reference asset and the searched assets of the page of nearby assets. */
function nearbyInWords(body: CriteriaBody, { around }: FileTexts): string[] {
  const question = findMember(body, META_DATA)?.value
  if (typeof question !== 'object' || question === null) return []
  const member = (name: string): string => textOf(Reflect.get(question, name))
  return [
    `${around}: ${member('AssetType')} ${member('AssetId') || member('SerialNo')} – ${member('SurroundingAsset')}`,
  ]
}

/** Removes pagination: a file holds all rows. */
function withoutPagination(body: CriteriaBody): CriteriaBody {
  if (Array.isArray(body)) return body
  const { pagination: _page, ...members } = body
  return members
}
