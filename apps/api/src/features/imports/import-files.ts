import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFormat } from '@wardtrack/contracts'

/** Files that nobody knows are deleted after so long: an upload that was cut off, a process that was killed. */
const ORPHAN_MS = 3_600_000
const ID = /^[0-9a-f-]{36}$/

/** The uploaded files: a folder that no call answers from. A file's name is the id that it was given here. */
export function openImportFiles(dir: string) {
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new Error('an import has no such file')
    return join(dir, id)
  }
  return {
    dir,
    pathOf,
    prepare: () => mkdir(dir, { recursive: true }),
    delete: (id: string) => rm(pathOf(id), { force: true }),
    isThere: (id: string): Promise<boolean> =>
      stat(pathOf(id)).then(
        (found) => found.isFile(),
        () => false,
      ),
    /** deletes what is old and not among the known ones */
    deleteOrphans: async (isKnown: (id: string) => Promise<boolean>): Promise<void> => {
      for (const name of await readdir(dir)) {
        const path = join(dir, name)
        const found = await stat(path).catch(() => undefined)
        if (!found || Date.now() - found.mtimeMs < ORPHAN_MS) continue
        if (!ID.test(name) || !(await isKnown(name))) await rm(path, { force: true })
      }
    },
  }
}

/** {@link openImportFiles} */
export type ImportFiles = ReturnType<typeof openImportFiles>

/** Content type of a file of a format. */
export const CONTENT_TYPES: Readonly<Record<ImportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}
