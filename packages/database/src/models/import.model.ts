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
  /** name of its file, too */
  _id: required(String),
  operation: required(String, { enum: IMPORT_OPERATIONS }),
  format: required(String, { enum: IMPORT_FORMATS }),
  encoding: required(String, typed<ImportFile['encoding']>()),
  delimiter: optional(String, typed<NonNullable<ImportFile['delimiter']>>()),
  bytes: required(Number),
  rows: required(Number),
  columns: required(Mixed, typed<ImportColumn[]>()),
  assetType: optional(String),
  /** only people with the patient-data flag may know of it */
  ofPatients: optional(Boolean, typed<true>()),
  uploadedBy: required(String),
  uploadedAt: required(Date),
  /** the newest run; no value of a row is kept */
  run: optional(Mixed, typed<Run>()),
})
importSchema.index({ uploadedBy: 1, uploadedAt: -1 })
importSchema.index({ uploadedAt: 1 })
/** An uploaded file that is imported, or was. */
export type ImportDoc = DocumentOf<typeof importSchema>

export const importErrorsSchema = createSchema('importErrors', {
  /** `import/run/first row` */
  _id: required(String),
  importId: required(String),
  jobId: required(String),
  /** number of the errors that stand in the documents before */
  from: required(Number),
  errors: required(Mixed, typed<RowError[]>()),
})
importErrorsSchema.index({ importId: 1, jobId: 1, from: 1 })
/** What is wrong with some rows of an import: line, column and reason, no values. */
export type ImportErrorsDoc = DocumentOf<typeof importErrorsSchema>

export const importMappingSchema = createSchema('importMappings', {
  /** digest of the operation and the columns' names */
  _id: required(String),
  columns: required(Mixed, typed<ImportColumn[]>()),
  assetType: optional(String),
  usedAt: required(Date),
})
importMappingSchema.index({ usedAt: 1 })
/** What the columns of a file were chosen to stand for, for the next file with the same columns. */
export type ImportMappingDoc = DocumentOf<typeof importMappingSchema>
