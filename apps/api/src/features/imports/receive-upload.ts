import { randomUUID } from 'node:crypto'
import { IMPORT_LIMITS, importUpload, messages } from '@wardtrack/contracts'
import {
  ApiError,
  detailsOf,
  invalid,
  invalidMember,
  overloaded,
  type Request,
  type Response,
  watchBodyPace,
} from '@wardtrack/service-kit'
import multer, { type StorageEngine } from 'multer'
import type { ImportFiles } from './import-files.ts'

/** Maximum number of concurrent uploads, and of one person's: nobody keeps the others from uploading. */
const MAX_UPLOADS = 4
const MAX_UPLOADS_OF_PERSON = 2
const MAX_MS = 60_000

/** Received file with its generated id, and the other fields of the form. */
export type ReceivedUpload = { id: string; bytes: number } & ReturnType<typeof importUpload.parse>

/**
 * Creates the receiver of uploads. A file is sealed and written to disk while it arrives, with limits on bytes, parts
 * and time. Its name is a generated id, never the sender's.
 */
export function createUploadReceiver(files: ImportFiles) {
  /** the people whose uploads arrive now, once for each upload */
  const open: string[] = []
  const receive = multer({
    storage: storageOf(files),
    limits: {
      fileSize: IMPORT_LIMITS.fileBytes,
      files: 1,
      fields: 4,
      parts: 5,
      fieldNameSize: 50,
      fieldSize: 200,
      headerPairs: 20,
    },
  }).single('file')
  /** @throws ApiError 400, 408, 413, 415, 429 */
  return async (username: string, request: Request, response: Response): Promise<ReceivedUpload> => {
    if (!request.is('multipart/form-data'))
      throw new ApiError('unsupported_media_type', messages.importFileNeeded)
    const ofPerson = open.filter((uploading) => uploading === username).length
    if (open.length >= MAX_UPLOADS || ofPerson >= MAX_UPLOADS_OF_PERSON) throw overloaded(5)
    open.push(username)
    let isSlow = false
    const stopWatching = watchBodyPace(request, {
      longestMs: MAX_MS,
      abort: () => {
        isSlow = true
        request.destroy()
      },
    })
    try {
      await new Promise<void>((resolve, reject) => {
        receive(request as never, response as never, (error: unknown) =>
          error ? reject(toError(error)) : resolve(),
        )
      })
      return await readUpload(request, files)
    } catch (error) {
      throw isSlow ? new ApiError('too_slow', messages.tooSlow, { retryAfter: 5 }) : error
    } finally {
      stopWatching()
      open.splice(open.indexOf(username), 1)
    }
  }
}

function storageOf(files: ImportFiles): StorageEngine {
  return {
    _handleFile: (_request, { stream }, done) => {
      const filename = randomUUID()
      files.write(filename, stream).then((size) => done(null, { filename, size }), done)
    },
    _removeFile: (_request, { filename }, done) => {
      files.delete(filename).then(() => done(null), done)
    },
  }
}

async function readUpload(request: Request, files: ImportFiles): Promise<ReceivedUpload> {
  const { file, body } = request as Request & { file?: { filename: string; size: number } }
  if (!file) throw invalidMember('file', messages.importFileNeeded)
  const read = importUpload.safeParse({ ...(body as object) })
  if (read.success) return { id: file.filename, bytes: file.size, ...read.data }
  await files.delete(file.filename)
  throw invalid(detailsOf(read.error))
}

/** Converts an error of the form parser to an API error. */
function toError(error: unknown): Error {
  if (!(error instanceof Error)) return invalidMember('file', messages.importFileNeeded)
  const { code } = error as { code?: unknown }
  if (code === 'LIMIT_FILE_SIZE') return new ApiError('too_large', messages.tooLarge)
  if (error instanceof multer.MulterError) return invalidMember('file', messages.importFileNeeded)
  const isOfDisk = typeof code === 'string' && /^E[A-Z]+$/.test(code)
  // An invalid form gets one short message instead of the parser's details.
  return isOfDisk ? error : invalidMember('file', messages.importFileNeeded)
}
