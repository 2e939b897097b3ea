import { type Actor, sessionOf } from '@wardtrack/access'
import { calls, type ImportOperation, messages, type RowError } from '@wardtrack/contracts'
import type { ImportDoc } from '@wardtrack/database'
import { csvLine, type ServedCall, sendCsv, serve } from '@wardtrack/service-kit'
import { toJobAnswer } from '../jobs/jobs.routes.ts'
import { CONTENT_TYPES } from './import-files.ts'
import { importRows, type SentRows } from './import-rows.ts'
import { importTemplate } from './import-template.ts'
import type { Imports } from './imports.service.ts'
import type { ImportStore } from './imports.store.ts'

/** Returns a page of the errors and warnings of a file's rows, in line order. */
async function pageOfErrors(
  store: ImportStore,
  { _id, run }: ImportDoc,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<{ data: RowError[]; count: number }> {
  const data: RowError[] = []
  if (run)
    for await (const errors of store.errorsFrom(_id, run.jobId, (page - 1) * pagesize)) {
      data.push(...errors.slice(0, pagesize - data.length))
      if (data.length >= pagesize) break
    }
  return { data, count: run ? run.errors + (run.warnings ?? 0) : 0 }
}

/** Creates the calls of imports. */
export function importRoutes(imports: Imports): ServedCall<Actor>[] {
  const { writers, metadata, store } = imports
  const take = (operation: ImportOperation, body: SentRows, context: Parameters<typeof importRows>[3]) =>
    importRows(operation, writers[operation], body, context)
  return [
    serve(calls.importCsv)<Actor>(({ body }, context) => take('importCsv', body, context)),
    serve(calls.importTagToAsset)<Actor>(({ body }, context) => take('importTagToAsset', body, context)),
    serve(calls.importMetaDataMapping)<Actor>(({ body }, context) =>
      take('importMetaDataMapping', body, context),
    ),
    serve(calls.uploadImport)<Actor>(async (_input, context) => {
      const data = await imports.upload(sessionOf(context.actor), context.request, context.response)
      context.target('import', data.id)
      context.auditDetails({ operation: data.operation, rows: data.rows })
      return { err: 0, message: messages.importUploaded, data }
    }),
    serve(calls.listImports)<Actor>(async (_input, { actor }) => ({
      data: await imports.list(sessionOf(actor)),
    })),
    serve(calls.readImport)<Actor>(async ({ params }, { actor, target }) => {
      target('import', params.id)
      return { data: await imports.read(sessionOf(actor), params.id) }
    }),
    serve(calls.rereadImport)<Actor>(async ({ params, body }, { actor, target }) => {
      target('import', params.id)
      const data = await imports.reread(sessionOf(actor), params.id, body)
      return { err: 0, message: messages.importUploaded, data }
    }),
    serve(calls.startImport)<Actor>(async ({ params, body }, { actor, target, auditDetails }) => {
      target('import', params.id)
      auditDetails({ dryRun: String(body.dryRun) })
      const job = await imports.start(sessionOf(actor), params.id, body)
      return { err: 0, message: messages.importStarted, data: toJobAnswer(job) }
    }),
    serve(calls.discardImport)<Actor>(async ({ params }, { actor, target }) => {
      target('import', params.id)
      await imports.discard(sessionOf(actor), params.id)
      return { err: 0, message: messages.importDiscarded }
    }),
    serve(calls.listImportErrors)<Actor>(async ({ params, query }, { actor }) =>
      pageOfErrors(store, await imports.find(sessionOf(actor), params.id), query),
    ),
    serve(calls.exportImportErrors)<Actor>(async ({ params }, context) => {
      const doc = await imports.find(sessionOf(context.actor), params.id)
      context.target('import', params.id)
      await sendCsv(errorLines(doc), 'import-errors.csv', context)
    }),
    serve(calls.importTemplate)<Actor>(async ({ params: { operation, format } }, { actor, response }) => {
      const { types } = await metadata.read()
      response.setHeader('Content-Type', CONTENT_TYPES[format])
      response.setHeader('Content-Disposition', `attachment; filename="${operation}.${format}"`)
      response.setHeader('Cache-Control', 'no-store')
      response.end(importTemplate(operation, format, types, sessionOf(actor)))
    }),
  ]

  async function* errorLines({ _id, run }: ImportDoc): AsyncGenerator<string, void> {
    yield csvLine(['Line', 'Field', 'Reason', 'Kind', 'OtherLine', 'Character', 'Value'])
    if (!run) return
    for await (const errors of store.errorsFrom(_id, run.jobId, 0))
      yield errors
        .map(({ line, field, message, isWarning, otherLine, character, value }) =>
          csvLine([line, field, message, isWarning ? 'warning' : 'error', otherLine, character, value]),
        )
        .join('')
  }
}
