import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, openApiDocument } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { docsFile, docsPage } from './docs-files.ts'

/**
 * Creates the calls of the documentation: the OpenAPI document, and a page for browsing it without external files.
 */
export function docsRoutes({ bases }: ServiceParts): ServedCall<Actor>[] {
  let document: ReturnType<typeof openApiDocument> | undefined
  const page = docsPage(bases.api)
  return [
    serve(calls.openapi)<Actor>((_input, { response }) => {
      // Created on first request, because it takes as long as the rest of a service's start.
      document ??= openApiDocument(bases)
      response.setHeader('Cache-Control', 'no-store')
      response.json(document)
      return document
    }),
    serve(calls.docs)<Actor>((_input, { response }) => {
      response.setHeader('Cache-Control', 'no-store')
      response.type('html').send(page)
      return page
    }),
    serve(calls.docsFile)<Actor>(async ({ params }, { response }) => {
      const file = await docsFile(params.file, bases.api)
      response.setHeader('Cache-Control', 'public, max-age=3600')
      response.type(file.type).send(file.content)
    }),
  ]
}
