import {
  IMPORT_FORMATS,
  IMPORT_OPERATIONS,
  type ImportColumn,
  type ImportFile,
  type RowError,
} from '@wardtrack/contracts'
import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

type Run = Omit<NonNullable<ImportFile['run']>, 'endedAt'> & { endedAt?: Date }

export const importSchema = createSchema('imports', {
  /** also the name of its file */
  _id: required(String),
  operation: required(String, { enum: IMPORT_OPERATIONS }),
  format: required(String, { enum: IMPORT_FORMATS }),
  encoding: required(String, typed<ImportFile['encoding']>()),
  delimiter: optional(String, typed<NonNullable<ImportFile['delimiter']>>()),
  /** row of a csv file with the names of its columns, if it is not the first */
  headerRow: optional(Number),
  bytes: required(Number),
  rows: required(Number),
  columns: required(Mixed, typed<ImportColumn[]>()),
  assetType: optional(String),
  /** only people with the patient-data flag may see it */
  ofPatients: optional(Boolean, typed<true>()),
  uploadedBy: required(String),
  uploadedAt: required(Date),
  /** the newest run; values of rows are not stored */
  run: optional(Mixed, typed<Run>()),
})
importSchema.index({ uploadedBy: 1, uploadedAt: -1 })
importSchema.index({ uploadedAt: 1 })
/** An uploaded file for an import, finished or not. */
export type ImportDoc = DocumentOf<typeof importSchema>

export const importErrorsSchema = createSchema('importErrors', {
  /** `import/run/first row` */
  _id: required(String),
  importId: required(String),
  jobId: required(String),
  /** number of errors in the earlier documents of the run */
  from: required(Number),
  errors: required(Mixed, typed<RowError[]>()),
})
importErrorsSchema.index({ importId: 1, jobId: 1, from: 1 })
/** Errors in some rows of an import: line, column and reason, no values but shortened ids. */
export type ImportErrorsDoc = DocumentOf<typeof importErrorsSchema>

export const importMappingSchema = createSchema('importMappings', {
  /** digest of the operation and the column names */
  _id: required(String),
  columns: required(Mixed, typed<ImportColumn[]>()),
  assetType: optional(String),
  usedAt: required(Date),
})
importMappingSchema.index({ usedAt: 1 })
/** The chosen meaning of a file's columns, for the next file with the same columns. */
export type ImportMappingDoc = DocumentOf<typeof importMappingSchema>
