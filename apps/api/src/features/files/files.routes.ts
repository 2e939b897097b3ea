import { join } from 'node:path'
import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type Request, type Response, type ServedCall, sendStream, serve } from '@wardtrack/service-kit'
import { countFiles, listFiles } from './list-files.ts'
import { openImage, type StoredImage } from './stored-image.ts'

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
