import { countDisclosedPatients } from '@wardtrack/access'
import {
  type CriteriaBody,
  type ExportedListName,
  exportedLists,
  type MetaEntry,
  REPORT_FILE_ROWS,
  type ReportColumn,
  type ReportFormat,
  type ReportName,
  type ReportTraits,
  reports,
} from '@wardtrack/contracts'
import { type EncryptedPart, type ReadCriteria, summarizeCriteria } from '@wardtrack/database'
import { visibleEncryptionLimits, visibleTypes } from '@wardtrack/patient-rule'
import { type AuditDetails, csvLine, type MadeFile } from '@wardtrack/service-kit'
import {
  type Fact,
  type TableFile,
  type TableRow,
  timeOf,
  writePdf,
  writeXlsx,
  zoneClock,
} from '../../table-files/index.ts'
import { controlMember, findMember } from '../report-criteria.ts'
import { META_DATA } from '../report-fields.ts'
import type { NamedPage, ReportHead, ReportParts, ReportRequest } from '../report-page.ts'
import { textOf, withAliases } from '../row-texts.ts'
import { type FileTexts, fileTexts } from './file-texts.ts'
import { fieldInWords, filterInWords, periodInWords, type Wording } from './filter-words.ts'

/** Columns and rows of a CSV file. */
type CsvRows = {
  columns: readonly ReportColumn[]
  batches(): AsyncGenerator<readonly TableRow[], void>
}

/** Columns that hold times in every report that has them. */
const TIME_COLUMNS: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'clearedAt',
  'arrivedAt',
  'seenAt',
  'since',
])

/**
 * Writes rows as CSV with the local times of a zone. The heading of a column with times names the zone; such columns
 * are known by their key or by the first rows.
 */
async function* csvLines({ columns, batches }: CsvRows, timeZone: string): AsyncGenerator<string, void> {
  const clock = zoneClock(timeZone)
  const localTime = (value: unknown): unknown => {
    const time = timeOf(value)
    return time === undefined ? value : clock.text(time)
  }
  const heading = (firstRows: readonly TableRow[]): string =>
    csvLine(
      columns.map(({ key, label }, index) => {
        const holdsTimes = TIME_COLUMNS.has(key) || firstRows.some((row) => timeOf(row[index]) !== undefined)
        return holdsTimes ? `${label} (${timeZone})` : label
      }),
    )
  let hasBegun = false
  for await (const rows of batches()) {
    if (!hasBegun) yield heading(rows)
    hasBegun = true
    yield rows.map((row) => csvLine(row.map(localTime))).join('')
  }
  if (!hasBegun) yield heading([])
}

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
const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
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
  page: NamedPage,
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
  const day = zoneClock(options.timeZone).text(request.now.getTime()).slice(0, 10)
  const fileName = `${page.name}-${day}.${format}`
  if (format === 'csv') return { content: csvLines(rows, options.timeZone), fileName, mediaType }
  const table = await tableOf(page, request, rows, options)
  const write = format === 'xlsx' ? writeXlsx : writePdf
  return {
    content: write(table, { maxRows: REPORT_FILE_ROWS[format], isAbandoned }),
    fileName,
    mediaType,
  }
}

async function tableOf(
  { name }: NamedPage,
  request: ReportRequest,
  rows: ReportRows,
  { timeZone, language }: ReportFileOptions,
): Promise<TableFile> {
  const texts = fileTexts(language)
  const { columns, head, batches, total } = rows
  const { title, codes } = declarationOf(name)
  return {
    title: title?.[texts.language] ?? head.label,
    author: request.actor.username,
    madeAt: request.now,
    timeZone,
    texts,
    facts: factsOf(request, rows, texts, timeZone),
    columns: columns.map(({ key, label }) => texts.members[key] ?? label),
    batches: codes ? () => batchesInWords(rows, codes, texts.language) : batches,
    total,
  }
}

/** Returns what the contract declares for the files of a report or an exported list. */
const declarationOf = (name: string): Pick<ReportTraits, 'title' | 'codes'> =>
  Object.hasOwn(reports, name)
    ? reports[name as ReportName]
    : { title: exportedLists[name as ExportedListName] }

/** Replaces codes in rows with the texts of the report's declaration; codes without a text stay. */
async function* batchesInWords(
  { columns, batches }: ReportRows,
  codes: NonNullable<ReportTraits['codes']>,
  language: FileTexts['language'],
): AsyncGenerator<readonly TableRow[], void> {
  const wordsOf = columns.map(({ key }) => codes[key])
  for await (const rows of batches())
    yield rows.map((row) => row.map((cell, column) => wordsOf[column]?.[String(cell)]?.[language] ?? cell))
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
  const { unfiltered = [] } = visibleEncryptionLimits(criteria, actor)
  const partInWords = ({ field, AssetTypes }: EncryptedPart): string =>
    `${fieldInWords(field, wording)} (${AssetTypes.join(', ')})`
  return [
    [texts.filter, [...nearbyInWords(body, texts), filterInWords(criteria, wording)].join('; ')],
    ...(unfiltered.length > 0 ? [[texts.leftOut, unfiltered.map(partInWords).join('; ')] as const] : []),
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

/** All rows of a report, as files hold them. */
type ReportRows = {
  head: ReportHead
  criteria: ReadCriteria
  columns: readonly ReportColumn[]
  types: Readonly<Record<string, Readonly<Record<string, MetaEntry>>>>
  /** values in the order of the columns */
  batches(): AsyncGenerator<readonly TableRow[], void>
  total(): Promise<number>
}

/**
 * Opens the rows of a report for a file.
 * @param onTold called with the file's details while the file is written, for the audit log
 * @throws ApiError where the report would be refused
 */
async function openReportRows(
  { metadata }: ReportParts,
  page: NamedPage,
  request: ReportRequest,
  onTold: (details: AuditDetails) => void,
): Promise<ReportRows> {
  const [reader, head, { types }] = [
    await page.open(request),
    await page.describe(request),
    await metadata.read(),
  ]
  const { columns } = head
  const disclosed = countDisclosedPatients(request.actor)
  let returned = 0
  onTold({ criteria: summarizeCriteria(reader.criteria, Object.keys(types)), returned })
  return {
    head,
    criteria: reader.criteria,
    columns,
    types,
    batches: async function* batches() {
      for await (const { rows, shownAssets } of reader.batches()) {
        disclosed.add(shownAssets)
        returned += rows.length
        onTold({ returned, ...disclosed.details() })
        yield rows.map((row) => {
          const aliased = withAliases(row, types)
          return columns.map(({ key }) => aliased[key])
        })
      }
    },
    total: async () => (await reader.page({ skip: 0, size: 1 })).total,
  }
}
