import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { notFound } from '@wardtrack/service-kit'

/** Open image: close `file` after use. */
export type StoredImage = { file: FileHandle; size: number; type: string; etag: string }

/** Checks that a path stays below the images folder; hidden files are not served. */
const isPlain = (path: string): boolean =>
  !path.includes('\0') &&
  !path.includes('\\') &&
  path.split('/').every((part) => part !== '' && !part.startsWith('.'))

/**
 * Opens a stored image.
 * @param imagesDir folder that no path may leave, not even by a symbolic link
 * @throws ApiError 404 when there is no image
 */
export async function openImage(imagesDir: string, path: string): Promise<StoredImage> {
  if (!isPlain(path)) throw notFound()
  const file = await openInside(imagesDir, path)
  try {
    const stat = await file.stat()
    const head = new Uint8Array(12)
    if (stat.isFile()) await file.read(head, 0, head.length, 0)
    const type = imageTypeOf(head)
    if (!type) throw notFound()
    const etag = `"${stat.size.toString(36)}-${Math.round(stat.mtimeMs * 1000).toString(36)}"`
    return { file, size: stat.size, type, etag }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openInside(imagesDir: string, path: string): Promise<FileHandle> {
  try {
    const root = await realpath(imagesDir)
    const real = await realpath(join(root, path))
    if (!real.startsWith(root + sep)) throw notFound()
    return await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code && ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EISDIR', 'ENAMETOOLONG', 'ENXIO'].includes(code))
      throw notFound()
    throw error
  }
}

/** Returns the content type of an image by its first bytes; undefined for formats that are not stored. */
function imageTypeOf(bytes: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  const begins = (at: number, ...wanted: number[]): boolean =>
    wanted.every((byte, index) => bytes[at + index] === byte)
  if (begins(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  // RIFF....WEBP
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return undefined
}
