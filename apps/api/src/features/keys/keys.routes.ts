import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createKeyService, toIngestKey } from './keys.service.ts'

/** Creates the calls of ingestion keys. Only the response that creates a key contains its text. */
export function keyRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const keys = createKeyService(parts)
  return [
    serve(calls.listKeys)<Actor>(async (_input, { actor }) => ({
      data: (await keys.list(sessionOf(actor))).map(toIngestKey),
    })),
    serve(calls.createKey)<Actor>(async ({ body }, { actor, target }) => {
      const { doc, key } = await keys.create(sessionOf(actor), body)
      target('ingest-key', doc._id.toHexString())
      return { err: 0, message: messages.done, data: toIngestKey(doc), key }
    }),
    serve(calls.rotateKey)<Actor>(async ({ params }, { actor, target }) => {
      const { doc, key, old } = await keys.rotate(sessionOf(actor), params.id)
      target('ingest-key', old._id.toHexString())
      return { err: 0, message: messages.done, data: toIngestKey(doc), key, previous: toIngestKey(old) }
    }),
    serve(calls.removeKey)<Actor>(async ({ params }, { actor, target }) => {
      const doc = await keys.revoke(sessionOf(actor), params.id)
      target('ingest-key', doc._id.toHexString())
      return { err: 0, message: messages.done }
    }),
  ]
}
