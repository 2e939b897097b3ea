import type { ServiceParts } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import type { ImportDoc } from '@wardtrack/database'
import type { Job, JobControl, Jobs } from '@wardtrack/jobs'
import type { Viewer } from '@wardtrack/patient-rule'
import { ApiError, createTurns } from '@wardtrack/service-kit'
import type { ImportFiles } from './import-files.ts'
import { tableSource } from './import-preview.ts'
import type { ImportStore } from './imports.store.ts'
import { tableOffThread } from './reading/read-off-thread.ts'
import type { TableRow } from './reading/table.ts'
import { batchSize, inBatches, type Mapping, readNamedRow, takeRows } from './take-rows.ts'
import { IdentifierChecks } from './writing/identifier-checks.ts'
import type { ImportWriter } from './writing/import-writer.types.ts'

/** Job that imports the rows of an uploaded file. */
export const RUN_IMPORT = 'imports.run'

/** Parameters of an import job. Each batch reads the user's permission for patients again. */
export type ImportParams = Mapping & { importId: string; dryRun: boolean }

/** Progress: rows read, accepted, refused and repeated, and errors and warnings. */
type Cursor = Record<'rows' | 'accepted' | 'refused' | 'repeats' | 'errors' | 'warnings', number>

const START: Cursor = { rows: 0, accepted: 0, refused: 0, repeats: 0, errors: 0, warnings: 0 }

type Tools = {
  parts: ServiceParts
  files: ImportFiles
  store: ImportStore
  writerOf: (doc: ImportDoc) => ImportWriter
}

/**
 * Defines the job that imports files. After a crash, work continues after the last complete batch; repeating part of
 * the next batch changes nothing. A file is deleted after its import, because it may name patients.
 */
export function defineImportJob(jobs: Jobs, tools: Tools): void {
  const { store, files } = tools
  jobs.defineJob<ImportParams, Cursor>({
    kind: RUN_IMPORT,
    run: async (job, control) => {
      const doc = await store.read(job.params.importId)
      if (!doc || !(await files.isThere(doc._id))) throw new ApiError('conflict', messages.importFileGone)
      const reached = await runImport(tools, doc, job, control)
      await store.saveRun(doc._id, { ...runOf(job, reached), endedAt: new Date() })
      if (!job.params.dryRun) await files.delete(doc._id)
    },
  })
}

async function runImport(
  { parts, files, store, writerOf }: Tools,
  doc: ImportDoc,
  job: Job<ImportParams, Cursor>,
  control: JobControl<Cursor>,
): Promise<Cursor> {
  const writer = writerOf(doc)
  let cursor: Cursor = { ...START, ...job.cursor }
  const checks = new IdentifierChecks(writer.identity, doc.rows)
  const rows = skip(tableOffThread(await tableSource(files, doc)), cursor.rows, (row) => {
    const named = readNamedRow(row, job.params)
    if (named?.message === undefined && named?.values.has(writer.identity?.target ?? '')) checks.take(named)
  })
  const turn = createTurns()
  for await (const batch of inBatches(rows, batchSize(writer, doc.columns.length))) {
    // Blank rows query no store, so other work gets its turn here.
    await turn()
    control.signal.throwIfAborted()
    const viewer = await viewerOf(parts, job.startedBy)
    const batchResult = await takeRows(writer, batch, job.params, {
      viewer,
      dryRun: job.params.dryRun,
      checks,
    })
    const found = [...batchResult.errors, ...batchResult.warnings].toSorted((a, b) => a.line - b.line)
    if (found.length > 0) await store.saveErrors(doc._id, job.id, cursor.errors + cursor.warnings, found)
    cursor = {
      rows: cursor.rows + batch.length,
      accepted: cursor.accepted + batchResult.accepted,
      refused: cursor.refused + batchResult.refused,
      repeats: cursor.repeats + batchResult.repeats,
      errors: cursor.errors + batchResult.errors.length,
      warnings: cursor.warnings + batchResult.warnings.length,
    }
    await store.saveRun(doc._id, runOf(job, cursor))
    await control.saveProgress(cursor, cursor.rows, doc.rows)
  }
  return cursor
}

const runOf = ({ id, params }: Job<ImportParams, Cursor>, cursor: Cursor) => ({
  jobId: id,
  dryRun: params.dryRun,
  ...cursor,
})

/** Skips the rows that an earlier process has imported. */
async function* skip(
  rows: AsyncIterable<TableRow>,
  count: number,
  onSkipped: (row: TableRow) => void,
): AsyncGenerator<TableRow, void> {
  let passed = 0
  const turn = createTurns()
  for await (const row of rows) {
    passed += 1
    if (passed > count) yield row
    else {
      await turn()
      onSkipped(row)
    }
  }
}

/** Reads the current rights of the user who started the job: a revoked right ends it with the next batch. */
async function viewerOf({ db }: ServiceParts, username: string): Promise<Viewer> {
  const user = await db.models.users.findOne({ username })
  return { patientDataAccess: user?.patientDataAccess === true }
}
