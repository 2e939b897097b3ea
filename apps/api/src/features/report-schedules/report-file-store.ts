import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { openSealedFile, sealFile } from '@wardtrack/backup'
import { messages, SCHEDULE_LIMITS } from '@wardtrack/contracts'
import type { KeyRing } from '@wardtrack/encryption'
import { ApiError } from '@wardtrack/service-kit'

const ID = /^[0-9a-f]{40}$/
/** Age at which files without a run are deleted: their process was killed. */
const ORPHAN_MS = 24 * 3_600_000

/**
 * Opens the folder of scheduled report files, which no call serves directly. The name of a file derives from its
 * run's id. Files are always sealed, because they hold values decrypted for their owner.
 */
export function openReportFileStore(dir: string, keyRing: KeyRing) {
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new Error('a scheduled report has no such file')
    return join(dir, id)
  }
  return {
    idOf: (runId: string): string => createHash('sha256').update(runId).digest('hex').slice(0, 40),
    /**
     * writes a file completely or not at all. @returns the size of its content. @throws ApiError when it is too large
     */
    write: async (id: string, content: AsyncIterable<string | Uint8Array>): Promise<number> => {
      await mkdir(dir, { recursive: true })
      const path = pathOf(id)
      let size = 0
      const counter = new Transform({
        transform: (piece: Buffer, _encoding, callback) => {
          size += piece.byteLength
          callback(
            size > SCHEDULE_LIMITS.fileBytes
              ? new ApiError('too_large', messages.scheduleFileTooLarge)
              : null,
            piece,
          )
        },
      })
      try {
        await pipeline(
          Readable.from(content, { objectMode: false }),
          counter,
          (bytes: AsyncIterable<Uint8Array>) => sealFile(bytes, keyRing),
          createWriteStream(`${path}.part`, { mode: 0o600 }),
        )
        await rename(`${path}.part`, path)
        return size
      } catch (error) {
        await rm(`${path}.part`, { force: true })
        throw error
      }
    },
    isThere: (id: string): Promise<boolean> =>
      stat(pathOf(id)).then(
        (found) => found.isFile(),
        () => false,
      ),
    open: (id: string): Readable => Readable.from(openSealedFile(createReadStream(pathOf(id)), keyRing)),
    read: (id: string): Promise<Buffer> => buffer(openSealedFile(createReadStream(pathOf(id)), keyRing)),
    delete: (id: string): Promise<void> => rm(pathOf(id), { force: true }),
    /** deletes old files without a run */
    deleteOrphans: async (isKnown: (id: string) => Promise<boolean>, now: number): Promise<void> => {
      for (const name of await readdir(dir).catch(() => [])) {
        const path = join(dir, name)
        const found = await stat(path).catch(() => undefined)
        if (!found || now - found.mtimeMs < ORPHAN_MS) continue
        if (!ID.test(name) || !(await isKnown(name))) await rm(path, { force: true })
      }
    },
  }
}

/** {@link openReportFileStore} */
export type ReportFileStore = ReturnType<typeof openReportFileStore>
