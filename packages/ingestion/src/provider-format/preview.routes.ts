import { type Actor, sessionOf } from '@wardtrack/access'
import type { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { IngestEndpoint } from '../endpoint.types.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { refuseUnsafeNames } from '../request-body.ts'
import type { FormatRunner } from './format-runner.ts'
import { checkMixed } from './mixed-push.ts'

/** The call that tries an expression, of either service. */
export type PreviewCall = typeof calls.previewLocations | typeof calls.previewDeviceStatus

const MAX_SHOWN = 50

/**
 * Creates the call that tries an expression on a sample. It shows the resulting items, and the refusals that the
 * endpoint would give. The call stores nothing and looks up no asset, so that the answer does not reveal if an asset
 * exists.
 */
export function previewRoute(
  call: PreviewCall,
  endpoint: IngestEndpoint,
  runner: FormatRunner,
  endpoints: EndpointParts['endpoints'],
): ServedCall<Actor> {
  return serve(call as typeof calls.previewLocations)<Actor>(async ({ body }, { actor, requestId }) => {
    const { provider, expression, sample } = body
    const lane = sessionOf(actor).userId
    const outcome = await runner.run({ lane, expression, body: sample, isLines: isLines(sample) })
    if ('failure' in outcome) {
      const { reason, message, position } = outcome.failure
      return {
        items: [],
        count: 0,
        failure: { reason, message, ...(position === undefined ? {} : { position }) },
      }
    }
    const shown = refuseUnsafeNames(outcome.items.slice(0, MAX_SHOWN), outcome.text)
    const sender = { provider, isProviderKey: true, nonce: { text: requestId, repeatable: false } }
    const refusals = await checkMixed(endpoints, endpoint, shown, sender)
    const items = shown.map((_, index) => ({
      item: outcome.items[index],
      errors: (refusals[index] ?? []).map(({ path, code, message }) => ({ path, code, message })),
    }))
    return { items, count: outcome.items.length }
  })
}

/** Returns true if a sample is lines of JSON, not a single value. For a body, its content type says so. */
function isLines(sample: string): boolean {
  const lines = sample.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every(isJson) && !isJson(sample)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
