import { join } from 'node:path'
import type { ServiceParts, SessionActor } from '@wardtrack/access'
import {
  type ImportFile,
  type ImportOperation,
  type ImportPreview,
  type ImportReading,
  type ImportStart,
  messages,
} from '@wardtrack/contracts'
import type { ImportDoc } from '@wardtrack/database'
import type { Job, Jobs } from '@wardtrack/jobs'
import { ApiError, conflict, noRoom, notFound, type Request, type Response } from '@wardtrack/service-kit'
import type { AssetIntake } from '../ingestion/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { mapColumnsByName, readChosenMapping, rememberedMapping, rememberMapping } from './column-mapping.ts'
import { openImportFiles } from './import-files.ts'
import { defineImportJob, type ImportParams, RUN_IMPORT } from './import-job.ts'
import { previewFile } from './import-preview.ts'
import { type ImportStore, openImportStore } from './imports.store.ts'
import { inspectOffThread } from './reading/read-off-thread.ts'
import { createUploadReceiver, type ReceivedUpload } from './receive-upload.ts'
import { createAssetWriter } from './writing/asset-writer.ts'
import type { ImportWriter } from './writing/import-writer.types.ts'
import { createMappingWriter } from './writing/mapping-writer.ts'
import { createTagWriter } from './writing/tag-writer.ts'

const LISTED = 10
/** Days until an import record is deleted, and hours until a file that is not imported is deleted. */
const REMEMBER_MS = 30 * 86_400_000
const WAIT_MS = 86_400_000
/** Maximum number of expired imports checked per upload. */
const PRUNED = 50

/** Dependencies of imports. */
export type ImportTools = { metadata: MetadataStore; intake: AssetIntake; jobs: Jobs }

/** File imports: upload, preview and import. */
export type Imports = {
  writers: Readonly<Record<ImportOperation, ImportWriter>>
  metadata: MetadataStore
  store: ImportStore
  upload(actor: SessionActor, request: Request, response: Response): Promise<ImportPreview>
  list(actor: SessionActor): Promise<ImportFile[]>
  /** @throws ApiError 404 */
  find(actor: SessionActor, id: string): Promise<ImportDoc>
  read(actor: SessionActor, id: string): Promise<ImportPreview>
  /** reads an uploaded file again, as chosen */
  reread(actor: SessionActor, id: string, reading: ImportReading): Promise<ImportPreview>
  start(actor: SessionActor, id: string, start: ImportStart): Promise<Job>
  discard(actor: SessionActor, id: string): Promise<void>
}

/** Opens imports for a process, and continues unfinished ones. */
export async function openImports(
  parts: ServiceParts,
  { metadata, intake, jobs }: ImportTools,
): Promise<Imports> {
  const { db, diskRoom, filesDir, keyRing } = parts
  const store = openImportStore(db)
  const files = openImportFiles(join(filesDir, 'imports'), keyRing)
  await files.prepare()
  const receive = createUploadReceiver(files)
  const writers: Imports['writers'] = {
    importCsv: createAssetWriter(parts, metadata, intake),
    importTagToAsset: createTagWriter(parts, intake),
    importMetaDataMapping: createMappingWriter(parts),
  }
  defineImportJob(jobs, { parts, files, store, writerOf: ({ operation }) => writers[operation] })

  const find: Imports['find'] = async (actor, id) => {
    const doc = await store.read(id)
    if (!doc || doc.uploadedBy !== actor.username || (doc.ofPatients && !actor.patientDataAccess))
      throw notFound()
    return doc
  }
  const isRunning = async ({ run }: ImportDoc): Promise<boolean> =>
    run !== undefined && (await jobs.readJob(run.jobId))?.state === 'running'
  const preview = async (actor: SessionActor, doc: ImportDoc): Promise<ImportPreview> => ({
    ...toImportFile(doc),
    ...(await previewFile({ files, metadata }, doc, actor)),
  })
  /** Reads an uploaded file, and maps its columns. @throws ApiError 400 */
  const inspect = async (
    actor: SessionActor,
    { id, bytes, operation, format, ...chosen }: ReceivedUpload & ImportReading,
  ): Promise<ImportDoc> => {
    const found = await inspectOffThread({ ...(await files.source(id)), format, operation, ...chosen })
    const remembered = await rememberedMapping(db, operation, found.columns)
    const { assetType } = remembered ?? {}
    return {
      _id: id,
      operation,
      format,
      encoding: found.encoding,
      ...(found.delimiter ? { delimiter: found.delimiter } : {}),
      ...(found.headerRow ? { headerRow: found.headerRow } : {}),
      bytes,
      rows: found.rows,
      columns: [
        ...(remembered?.columns ??
          (await mapColumnsByName(writers[operation], operation, found.columns, actor))),
      ],
      ...(assetType === undefined ? {} : { assetType }),
      ...(actor.patientDataAccess ? { ofPatients: true as const } : {}),
      uploadedBy: actor.username,
      uploadedAt: new Date(),
    }
  }
  const forget = async (doc: ImportDoc): Promise<void> => {
    await files.delete(doc._id)
    await store.delete(doc._id)
  }
  const prune = async (): Promise<void> => {
    for (const doc of await store.olderThan(new Date(Date.now() - WAIT_MS), PRUNED)) {
      if (await isRunning(doc)) continue
      if (Date.now() - doc.uploadedAt.getTime() > REMEMBER_MS) await forget(doc)
      else await files.delete(doc._id)
    }
    await files.deleteOrphans(async (id) => (await store.read(id)) !== null)
  }
  await prune()
  return {
    writers,
    metadata,
    store,
    find,
    upload: async (actor, request, response) => {
      if (!diskRoom.hasRoom()) throw noRoom()
      await prune()
      const received = await receive(actor.username, request, response)
      try {
        const doc = await inspect(actor, received)
        await store.insert(doc)
        return await preview(actor, doc)
      } catch (error) {
        await files.delete(received.id)
        throw error
      }
    },
    list: async (actor) => {
      const docs = await store.listOf(actor.username, LISTED)
      return docs.filter((doc) => !doc.ofPatients || actor.patientDataAccess).map(toImportFile)
    },
    read: async (actor, id) => preview(actor, await find(actor, id)),
    reread: async (actor, id, reading) => {
      const before = await find(actor, id)
      if (await isRunning(before)) throw new ApiError('conflict', messages.importRuns)
      if (!(await files.isThere(id))) throw conflict(messages.importFileGone)
      const { bytes, operation, format } = before
      const found = await inspect(actor, { id, bytes, operation, format, ...reading })
      const doc: ImportDoc = { ...found, uploadedAt: before.uploadedAt }
      if (!(await store.replace(before, doc))) throw new ApiError('conflict', messages.importRuns)
      return preview(actor, doc)
    },
    start: async (actor, id, start) => {
      const doc = await find(actor, id)
      if (!(await files.isThere(id))) throw conflict(messages.importFileGone)
      const mapping = await readChosenMapping(writers[doc.operation], doc, start, actor)
      await rememberMapping(db, doc.operation, mapping)
      return startJob(doc, actor, { ...mapping, importId: id, dryRun: start.dryRun })
    },
    discard: async (actor, id) => {
      const doc = await find(actor, id)
      if (await isRunning(doc)) throw new ApiError('conflict', messages.importRuns)
      await forget(doc)
    },
  }

  async function startJob(doc: ImportDoc, actor: SessionActor, params: ImportParams): Promise<Job> {
    const job = await jobs.startJob(RUN_IMPORT, params, actor, {
      exclusiveKey: `import.${doc._id}`,
      total: doc.rows,
      ...(doc.ofPatients ? { ofPatients: true } : {}),
    })
    const { columns, assetType } = params
    const run = { jobId: job.id, dryRun: params.dryRun, rows: 0, accepted: 0, refused: 0, errors: 0 }
    await store.beginRun(doc._id, run, { columns: [...columns], ...(assetType ? { assetType } : {}) })
    return job
  }
}

/** Converts a stored import to a response. */
export function toImportFile(doc: ImportDoc): ImportFile {
  const { _id, ofPatients: _ofPatients, uploadedAt, run, ...members } = doc
  const { endedAt, ...figures } = run ?? {}
  return {
    ...members,
    id: _id,
    uploadedAt: uploadedAt.toISOString(),
    ...(run
      ? {
          run: {
            ...(figures as NonNullable<ImportFile['run']>),
            ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
          },
        }
      : {}),
  }
}
