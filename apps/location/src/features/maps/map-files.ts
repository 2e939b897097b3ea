import { join } from 'node:path'

/** Where a map's image is stored. @throws Error for a mapId that is no plain name */
export function mapFile(filesDir: string, mapId: string): string {
  // Contracts let only such ids in; a path is made of it, so it is looked at here once more.
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(mapId)) throw new Error('a mapId that is no file name')
  return join(filesDir, 'images', 'Maps', `${mapId}.jpg`)
}
