import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a map's image is stored. @throws Error for a mapId that is no plain name */
export function mapFile(filesDir: string, mapId: string): string {
  // Contracts let only such ids in; a path is made of it, so it is looked at here once more.
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(mapId)) throw new Error('a mapId that is no file name')
  return join(filesDir, 'images', 'Maps', `${mapId}.jpg`)
}

/** Stores a file so that a reader, or a restart after a crash, sees the old one or the new one and nothing between. */
export async function storeFile(path: string, bytes: Buffer): Promise<void> {
  const dir = join(path, '..')
  await mkdir(dir, { recursive: true })
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
