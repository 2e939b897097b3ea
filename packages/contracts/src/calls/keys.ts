import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes, SCOPES } from '../routes.ts'
import { ack, id, shortName } from '../shapes/common.ts'
import { ingestKey, KEY_KINDS } from '../shapes/ingest-key.ts'
import { providerName } from '../shapes/provider.ts'

/** The text of a new key, which only this response contains. */
const newKey = ack.extend({ data: ingestKey, key: z.string() })

export const keyCalls = {
  listKeys: defineCall(routes.listKeys, {
    summary: 'Ingestion keys; without admin-config those of providers alone',
    response: z.object({ data: z.array(ingestKey) }),
  }),
  createKey: defineCall(routes.createKey, {
    summary: 'Make an ingestion key; its text is in this answer alone',
    body: z
      .object({
        name: shortName,
        kind: z.enum(KEY_KINDS),
        provider: providerName.optional(),
        scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
      })
      .refine(({ kind, provider }) => kind === 'integration' || provider !== undefined, {
        path: ['provider'],
        message: messages.keyProviderNeeded,
      }),
    response: newKey,
  }),
  rotateKey: defineCall(routes.rotateKey, {
    summary: 'Make a key that takes the place of another, which is good for a day more',
    params: z.object({ id }),
    response: newKey.extend({ previous: ingestKey }),
  }),
  removeKey: defineCall(routes.removeKey, {
    summary: 'End an ingestion key now',
    params: z.object({ id }),
    response: ack,
  }),
}
