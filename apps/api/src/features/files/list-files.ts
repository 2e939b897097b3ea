import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { StoredFile } from '@wardtrack/contracts'
import { invalidMember, type Logger } from '@wardtrack/service-kit'

/**
 * Lists the paths of stored images, relative to their folder and sorted. Files still being written are hidden and
 * left out.
 */
async function pathsBelow(imagesDir: string): Promise<string[]> {
  const found = await readdir(imagesDir, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(imagesDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** Counts the stored images; -1 when they cannot be listed. */
export async function countFiles(imagesDir: string, log: Logger): Promise<number> {
  try {
    return (await pathsBelow(imagesDir)).length
  } catch (error) {
    log.warn({ err: error }, 'the stored images could not be listed')
    return -1
  }
}

/**
 * Lists stored images whose path begins with a prefix.
 * @throws ApiError 400 for a prefix outside the folder
 */
export async function listFiles(
  imagesDir: string,
  prefix: string,
  log: Logger,
): Promise<{ data: StoredFile[]; count: number }> {
  const outside = prefix.startsWith('/') || prefix.includes('\0') || prefix.includes('\\')
  if (outside || prefix.split('/').includes('..'))
    throw invalidMember('prefix', 'A path below the images folder is needed.')
  try {
    const paths = (await pathsBelow(imagesDir)).filter((path) => path.startsWith(prefix))
    const files = await Promise.all(paths.map((path) => fileAt(imagesDir, path)))
    const data = files.filter((file) => file !== undefined)
    return { data, count: data.length }
  } catch (error) {
    log.warn({ err: error }, 'the stored images could not be listed')
    return { data: [], count: -1 }
  }
}

async function fileAt(imagesDir: string, path: string): Promise<StoredFile | undefined> {
  try {
    const { size, mtime } = await stat(join(imagesDir, path))
    return { path, size, modifiedAt: mtime.toISOString() }
  } catch (error) {
    // The file was deleted after the folder was read.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
