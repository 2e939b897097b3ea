import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type StoredFile } from '@wardtrack/contracts'
import {
  invalidMember,
  type Logger,
  type Request,
  type Response,
  type ServedCall,
  sendStream,
  serve,
} from '@wardtrack/service-kit'
import { openImage, type StoredImage } from './stored-image.ts'

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
async function countFiles(imagesDir: string, log: Logger): Promise<number> {
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
async function listFiles(
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

/**
 * Sends an image, or 304 when the reader's cached one is current. Only this reader's cache may store the image and
 * must revalidate it each time, so that it is not shown after the session ends.
 */
async function sendImage(request: Request, response: Response, image: StoredImage): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-cache')
  response.setHeader('Vary', 'Authorization')
  response.setHeader('ETag', image.etag)
  if (isKnown(request.get('if-none-match'), image.etag)) {
    await image.file.close()
    response.status(304).end()
    return
  }
  response.setHeader('Content-Type', image.type)
  response.setHeader('Content-Length', image.size)
  const content = image.file.createReadStream({ start: 0, end: Math.max(0, image.size - 1) })
  await sendStream(content, response)
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

/** Creates the calls of stored images. */
export function fileRoutes({ filesDir, log }: ServiceParts): ServedCall<Actor>[] {
  const imagesDir = join(filesDir, 'images')
  return [
    serve(calls.image)<Actor>(async ({ params }, { request, response }) => {
      await sendImage(request, response, await openImage(imagesDir, params.path))
    }),
    serve(calls.filesCount)<Actor>(async () => ({ count: await countFiles(imagesDir, log) })),
    serve(calls.filesList)<Actor>(({ query }) => listFiles(imagesDir, query.prefix ?? '', log)),
  ]
}
