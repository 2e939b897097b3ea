import { isUtf8 } from 'node:buffer'
import { type Actor, keyOf } from '@wardtrack/access'
import {
  type Call,
  FORMAT_ENDPOINTS,
  type FormatEndpoint,
  type IngestAnswer,
  MAX_FORMAT_BYTES,
  messages,
  type Scope,
} from '@wardtrack/contracts'
import { ApiError, forbidden, notFound, type Request, type ServedCall } from '@wardtrack/service-kit'
import { admitPush } from '../admit-push.ts'
import type { LetterSource } from '../dead-letters.store.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import { refuseItem, type Sender } from '../read-items.ts'
import { formatBodyTypeOf, isJsonLines, refuseUnsafeNames } from '../request-body.ts'
import type { FormatFailure } from './format-process.types.ts'
import { maskBeginning } from './masked-beginning.ts'
import { acceptMixed } from './mixed-push.ts'

type AcceptItems = (raws: readonly unknown[], sender: Sender, source: LetterSource) => Promise<IngestAnswer>

/** The path of a provider's own JSON through an endpoint. */
export type FormatPush = {
  served: ServedCall<Actor>
  /** converts a body to items and ingests them. @throws ApiError 404 without a format, 400, 429 */
  acceptSource(source: LetterSource, sender: Sender): Promise<IngestAnswer>
}

/**
 * Creates the call for a provider's own JSON. Items made by its expression are handled like items sent directly. A
 * body that cannot be converted becomes one dead letter, and the body is kept with it.
 * @param accept ingests items with all the checks of the endpoint
 */
export function servedFormatPush(
  shared: EndpointParts,
  spec: { name: Scope; formatCall: Call },
  accept: AcceptItems,
): FormatPush {
  const endpoint = toFormatEndpoint(spec.name)
  const noteTurnedAway = (provider: string, code: string, text = '', expression?: string): void => {
    const beginning = maskBeginning(text, expression)
    void shared.activity
      .noteTurnedAway({ provider, endpoint, code, beginning })
      .catch((error: unknown) => shared.log.warn({ err: error }, 'a refused request was not counted'))
  }
  const acceptSource = async (source: LetterSource, sender: Sender): Promise<IngestAnswer> => {
    const { formats, runner } = shared.formats
    const provider = sender.provider ?? ''
    const expression = await formats.find(provider, endpoint)
    if (expression === undefined) throw notFound(messages.formatMissing)
    const outcome = await runner.run({
      lane: provider,
      expression,
      body: source.text,
      isLines: source.isLines,
      receivedAt: source.receivedAt,
    })
    if ('items' in outcome) {
      if (outcome.items.length === 0) noteTurnedAway(provider, 'no_items', source.text, expression)
      const items = refuseUnsafeNames(outcome.items, outcome.text)
      return acceptMixed(shared, { items, name: spec.name }, accept, { sender, source })
    }
    if (outcome.failure.reason === 'body') throw new ApiError('invalid_json', messages.notJson)
    return keepFailed(source, sender, outcome.failure)
  }
  const keepFailed = async (
    source: LetterSource,
    sender: Sender,
    failure: FormatFailure,
  ): Promise<IngestAnswer> => {
    const { deadLetters, logs, activity, metrics } = shared
    const provider = sender.provider ?? ''
    const refusal = refuseItem('', 'format_failed', failureText(failure))
    const refused = [{ raw: null, index: 0, provider, reasons: [refusal] }]
    await deadLetters.keep(spec.name, refused, new Date(), sender.keyId, source)
    const counts = { accepted: 0, duplicates: 0, unresolved: 0, refused: 1 }
    const outcome = {
      endpoint: spec.name,
      provider,
      ...counts,
      codes: { format_failed: 1 },
      reasons: { format_failed: 1 },
    }
    logs.record(outcome, shared.log)
    activity.record(outcome)
    metrics.countItems(outcome)
    return { ...counts, errors: [{ index: 0, ...refusal }] }
  }
  return {
    acceptSource,
    served: {
      call: spec.formatCall,
      noteRefused: (error, request) => {
        if (error instanceof ApiError) noteTurnedAway(nameIn(request), error.code)
      },
      handle: async (input, context) => {
        const { name } = input.params as { name: string }
        const { provider } = keyOf(context.actor)
        let text = ''
        try {
          if (provider !== undefined && provider !== name) throw forbidden(messages.otherProvider)
          if (await shared.parts.access.providers.isDisabled(name))
            throw new ApiError('provider_disabled', messages.providerDisabled)
          if ((await shared.formats.formats.find(name, endpoint)) === undefined)
            throw notFound(messages.formatMissing)
          const target = {
            path: `${spec.formatCall.route.path} ${name}`,
            share: spec.name,
            maxBytes: MAX_FORMAT_BYTES,
            readType: formatBodyTypeOf,
          }
          return await admitPush(shared, target, context, ({ body, type, actor, nonce }) => {
            text = body.toString('utf8')
            if (!isUtf8(body)) throw new ApiError('invalid_json', messages.notUtf8)
            if (text.trim() === '') throw new ApiError('invalid_json', messages.emptyBody)
            const isLines = isJsonLines(text, type)
            const source = { text, isLines, nonce: nonce.text, receivedAt: new Date() }
            // The output of a provider's expression may only speak for that provider.
            const sender = { ...sourceSender(source, name, actor.keyId), scopes: actor.scopes }
            return () => acceptSource(source, sender)
          })
        } catch (error) {
          if (error instanceof ApiError) noteTurnedAway(name, error.code, text)
          throw error
        }
      },
    },
  }
}

/** Returns the provider that an address names. */
function nameIn({ params }: Request): string {
  const { name } = params
  return typeof name === 'string' ? name.trim().toLowerCase() : ''
}

/** Returns the sender of a body's items. It is the same on replay, so that its untimed items are recognised. */
export const sourceSender = (
  { nonce }: LetterSource,
  provider: string,
  keyId: string | undefined,
): Sender => ({
  ...(keyId === undefined ? {} : { keyId }),
  provider,
  isProviderKey: true,
  nonce: { text: nonce, repeatable: true },
})

function toFormatEndpoint(name: Scope): FormatEndpoint {
  const endpoint = FORMAT_ENDPOINTS.find((known) => known === name)
  if (!endpoint) throw new Error(`${name} takes no JSON of a provider's own`)
  return endpoint
}

const REASON_TEXTS: Readonly<Record<FormatFailure['reason'], string>> = {
  body: 'The body is not valid JSON.',
  expression: 'The expression failed',
  result: 'The expression gives what is no list of objects',
  time: 'The expression took too long',
  depth: 'The expression went too deep',
  size: 'The expression gives more than a request may hold',
  memory: 'The expression took too much memory',
}

/** Describes a failure without any value of the body: logs and people without the patient-data flag see the text. */
export function failureText({ reason, code, position }: FormatFailure): string {
  const where = position === undefined ? '' : ` at character ${position}`
  return `${REASON_TEXTS[reason]}${code === undefined ? '' : ` (${code})`}${where}.`
}
