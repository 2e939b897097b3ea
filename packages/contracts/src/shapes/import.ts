import { z } from 'zod'
import { messages } from '../messages.ts'
import { assetType, id, iso } from './common.ts'
import { IMPORT_ENCODINGS, IMPORT_FORMATS, IMPORT_LIMITS, IMPORT_OPERATIONS } from './import-operations.ts'

/** Name of a column in a file; its assigned field decides the valid values. */
const columnName = z.string().max(200)

/** Creates a schema that accepts JSON text or its content. */
const jsonOr = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value) as unknown
    } catch {
      return value
    }
  }, schema)

/** A row: its cells in the order of the header, or by column. */
const importRow = z.union([z.array(z.unknown()).max(5_000), z.record(z.string(), z.unknown())])

/** Names of columns, as JSON text or as a list. */
export const importHeader = jsonOr(z.array(columnName).min(1).max(IMPORT_LIMITS.columns))
/** Rows, as JSON text or as a list. */
export const importFields = jsonOr(z.array(importRow))
/** Maximum number of members of one entry of the metadata mapping; its options count as one. */
const MAX_ENTRY_MEMBERS = 100

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0
const hasRoom = (value: unknown): boolean => countOf(value) <= IMPORT_LIMITS.callRows

const mappingEntry = z
  .record(z.string(), z.unknown())
  .refine(
    (entry) => countOf(entry) <= MAX_ENTRY_MEMBERS && Object.values(entry).every(hasRoom),
    messages.importRows,
  )
/** Rows of metadata mappings, or a part of the mapping: entries by asset type and name. */
export const mappingFields = z.union([
  z.array(importRow),
  z.record(z.string(), z.record(z.string(), mappingEntry).refine(hasRoom, messages.importRows)),
])

/** Error of one row, or a warning about it. */
export const rowError = z.object({
  /** number of the row in the file; of a call and of a file without a header row: its number + 1 */
  line: z.number(),
  /** its column; empty for the whole row */
  field: z.string(),
  message: z.string(),
  /** true if the row is accepted nevertheless */
  isWarning: z.literal(true).optional(),
  /** line of the earlier row that the message compares with */
  otherLine: z.number().optional(),
  /** invisible character that the message is about: its number and its name in Unicode */
  character: z.string().optional(),
  /** asset id or tag id that a spreadsheet has shortened; no other values are named */
  value: z.string().optional(),
})

/** Outcome of imported rows; `errors` and `warnings` contain the first 1,000. */
export const importResult = z.object({
  accepted: z.number(),
  refused: z.number(),
  /** accepted rows that replace an earlier row of the same asset or tag */
  repeats: z.number(),
  errors: z.array(rowError),
  warnings: z.array(rowError),
})

/** Field of a file's column; null if it is ignored. */
export const importColumn = z.object({
  name: columnName,
  target: z.string().trim().min(1).max(100).nullable(),
})

/** Members sent with a file. */
export const importUpload = z.object({
  operation: z.enum(IMPORT_OPERATIONS),
  format: z.enum(IMPORT_FORMATS),
  /** detected when left out */
  encoding: z.enum(IMPORT_ENCODINGS).optional(),
})

/** Choices for reading an uploaded file again. The server detects each one that is left out. */
export const importReading = z.object({
  encoding: z.enum(IMPORT_ENCODINGS).optional(),
  /** row of a csv file with the names of its columns, from 1; the rows above it are ignored */
  headerRow: z.int().min(1).max(IMPORT_LIMITS.headerRows).optional(),
})

/** Settings of an import: the fields of the columns, and the asset type unless a column contains it. */
export const importStart = z.object({
  columns: z.array(importColumn).min(1).max(IMPORT_LIMITS.columns),
  assetType: assetType.optional(),
  /** true to check every row and write nothing */
  dryRun: z.boolean().default(false),
})

/** Newest run of an import. */
const importRun = z.object({
  jobId: z.string(),
  dryRun: z.boolean(),
  /** number of checked rows */
  rows: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** number of errors; a row may have several */
  errors: z.number(),
  /** number of warnings; absent in runs of earlier versions, like `repeats` */
  warnings: z.number().optional(),
  /** accepted rows that replace an earlier row of the same asset or tag */
  repeats: z.number().optional(),
  endedAt: iso.optional(),
})

/** An uploaded file. */
export const importFile = z.object({
  id,
  ...importUpload.shape,
  encoding: z.enum(IMPORT_ENCODINGS),
  /** delimiter of a csv file */
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  /** row of a csv file with the names of its columns, if it is not the first */
  headerRow: z.number().optional(),
  bytes: z.number(),
  rows: z.number(),
  uploadedAt: iso,
  uploadedBy: z.string(),
  /** its columns with their fields: as chosen for the previous such file, or by their names */
  columns: z.array(importColumn),
  assetType: z.string().optional(),
  run: importRun.optional(),
})

/** An uploaded file before its import. */
export const importPreview = importFile.extend({
  /** fields that columns can have */
  targets: z.array(z.object({ name: z.string(), label: z.string() })),
  /** possible asset types of the file */
  assetTypes: z.array(z.string()),
  /** its first rows, in the order of the columns; empty if the file no longer exists */
  preview: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
})

/** {@link rowError} */
export type RowError = z.output<typeof rowError>
/** {@link importResult} */
export type ImportResult = z.output<typeof importResult>
/** {@link importColumn} */
export type ImportColumn = z.output<typeof importColumn>
/** {@link importReading} */
export type ImportReading = z.output<typeof importReading>
/** {@link importStart} */
export type ImportStart = z.output<typeof importStart>
/** {@link importFile} */
export type ImportFile = z.output<typeof importFile>
/** {@link importPreview} */
export type ImportPreview = z.output<typeof importPreview>
