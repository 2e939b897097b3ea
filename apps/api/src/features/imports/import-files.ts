import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError, readFileKey, sealFile } from '@wardtrack/backup'
import { type ImportFormat, messages } from '@wardtrack/contracts'
import { type KeyRing, SealedValueError } from '@wardtrack/encryption'
import { conflict } from '@wardtrack/service-kit'
import type { SealedSource } from './reading/source-bytes.ts'

/** Age at which unknown files are deleted: their upload was interrupted, or their process was killed. */
const ORPHAN_MS = 600_000
const ID = /^[0-9a-f-]{36}$/

/**
 * Opens the folder of uploaded files, which no call serves. The name of a file is a generated id. Files are always
 * sealed, because they hold values of fields that the store encrypts.
 */
export function openImportFiles(dir: string, keyRing: KeyRing) {
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new Error('an import has no such file')
    return join(dir, id)
  }
  return {
    dir,
    pathOf,
    prepare: () => mkdir(dir, { recursive: true }),
    /** writes a file while its bytes arrive. @returns the size of its content */
    write: async (id: string, content: AsyncIterable<Uint8Array>): Promise<number> => {
      const path = pathOf(id)
      let size = 0
      async function* counted(): AsyncGenerator<Uint8Array, void> {
        for await (const bytes of content) {
          size += bytes.byteLength
          yield bytes
        }
      }
      try {
        await pipeline(sealFile(counted(), keyRing), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return size
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    /** @throws ApiError 409 when the file is missing, or was not sealed by a key of the installation */
    source: async (id: string): Promise<SealedSource> => {
      const path = pathOf(id)
      try {
        return { path, key: await readFileKey(path, keyRing) }
      } catch (error) {
        if (!isGone(error)) throw error
        throw conflict(messages.importFileGone)
      }
    },
    delete: (id: string) => rm(pathOf(id), { force: true }),
    /** returns false also for a file that no key of the installation opens */
    isThere: (id: string): Promise<boolean> => isSealed(pathOf(id), keyRing),
    /** deletes old unknown files, and files that earlier versions left unsealed */
    deleteOrphans: async (isKnown: (id: string) => Promise<boolean>): Promise<void> => {
      for (const name of await readdir(dir)) {
        const path = join(dir, name)
        const found = await stat(path).catch(() => undefined)
        if (!found || Date.now() - found.mtimeMs < ORPHAN_MS) continue
        const isKept = ID.test(name) && (await isSealed(path, keyRing)) && (await isKnown(name))
        if (!isKept) await rm(path, { force: true })
      }
    },
  }
}

const isSealed = (path: string, keyRing: KeyRing): Promise<boolean> =>
  readFileKey(path, keyRing).then(
    () => true,
    () => false,
  )

const isGone = (error: unknown): boolean =>
  error instanceof BackupError ||
  error instanceof SealedValueError ||
  (error as NodeJS.ErrnoException).code === 'ENOENT'

/** {@link openImportFiles} */
export type ImportFiles = ReturnType<typeof openImportFiles>

/** Content types of the file formats. */
export const CONTENT_TYPES: Readonly<Record<ImportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}
