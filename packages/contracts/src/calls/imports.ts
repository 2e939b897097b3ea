import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, id, page, pageSize } from '../shapes/common.ts'
import {
  importFields,
  importFile,
  importHeader,
  importPreview,
  importReading,
  importResult,
  importStart,
  importUpload,
  mappingFields,
  rowError,
} from '../shapes/import.ts'
import { IMPORT_FORMATS, IMPORT_LIMITS, IMPORT_OPERATIONS } from '../shapes/import-operations.ts'
import { jobAnswer } from '../shapes/job.ts'

const BODY_LIMIT = 8 * 1024 * 1024
const params = z.object({ id })
const rows = { bodyLimit: BODY_LIMIT, body: z.object({ header: importHeader, fields: importFields }) }
const file = z.unknown().meta({ type: 'string', format: 'binary' })

/** Calls of imports. Users without the patient-data flag neither import patients nor see files of users who may. */
export const importCalls = {
  importCsv: defineCall(routes.importCsv, {
    summary: 'Import assets from rows: the good ones are kept, the others named',
    patient: true,
    ...rows,
    response: ack.extend(importResult.shape),
  }),
  importTagToAsset: defineCall(routes.importTagToAsset, {
    summary: 'Give location tags to assets from rows',
    patient: true,
    ...rows,
    response: ack.extend(importResult.shape),
  }),
  importMetaDataMapping: defineCall(routes.importMetaDataMapping, {
    summary: 'Add entries to the metadata mapping, or change them, from rows or from a part of the mapping',
    bodyLimit: BODY_LIMIT,
    body: z.object({ header: importHeader, fields: mappingFields }),
    response: ack.extend(importResult.shape),
  }),
  uploadImport: defineCall(routes.uploadImport, {
    summary: 'Upload a file to be imported; it is read through, and nothing is imported yet',
    patient: true,
    rawBody: true,
    multipart: importUpload,
    bodyLimit: IMPORT_LIMITS.fileBytes,
    body: z.custom<FormData>(),
    response: ack.extend({ data: importPreview }),
  }),
  listImports: defineCall(routes.listImports, {
    summary: 'The newest files that the session has uploaded',
    patient: true,
    response: z.object({ data: z.array(importFile) }),
  }),
  readImport: defineCall(routes.readImport, {
    summary: 'An uploaded file: its columns, its first rows and what became of it',
    patient: true,
    params,
    response: z.object({ data: importPreview }),
  }),
  rereadImport: defineCall(routes.rereadImport, {
    summary: 'Read an uploaded file again, in another encoding or with another header row',
    patient: true,
    params,
    body: importReading,
    response: ack.extend({ data: importPreview }),
  }),
  startImport: defineCall(routes.startImport, {
    summary: 'Begin to import an uploaded file, or to try it, as a job',
    patient: true,
    params,
    body: importStart,
    response: ack.extend({ data: jobAnswer }),
  }),
  discardImport: defineCall(routes.discardImport, {
    summary: 'Delete an uploaded file and what is known of it',
    patient: true,
    params,
    response: ack,
  }),
  listImportErrors: defineCall(routes.listImportErrors, {
    summary: 'What was wrong with the rows of a file in its newest run',
    patient: true,
    params,
    query: z.object({ page, pagesize: pageSize(50) }),
    response: z.object({ data: z.array(rowError), count: z.number() }),
  }),
  exportImportErrors: defineCall(routes.exportImportErrors, {
    summary: 'The same as a csv file',
    patient: true,
    produces: 'open',
    share: 'streams',
    mediaType: 'text/csv',
    params,
    response: file,
  }),
  importTemplate: defineCall(routes.importTemplate, {
    summary: 'An empty file with every column that may be imported',
    patient: true,
    produces: 'open',
    share: 'none',
    mediaType: 'text/plain',
    params: z.object({ operation: z.enum(IMPORT_OPERATIONS), format: z.enum(IMPORT_FORMATS) }),
    response: file,
  }),
}
