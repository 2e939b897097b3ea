import { join } from 'node:path'
import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { countFiles, listFiles } from './list-files.ts'
import { sendImage } from './send-image.ts'
import { openImage } from './stored-image.ts'

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
