import type { Actor, KeyActor } from '@wardtrack/access'
import type { Call, IngestAnswer, Scope } from '@wardtrack/contracts'
import {
  ApiError,
  createTurns,
  isDiskFull,
  type ServedCall,
  unavailable,
  weightOf,
} from '@wardtrack/service-kit'
import type { z } from 'zod'
import { admitPush } from './admit-push.ts'
import type { LetterSource, RefusedItem } from './dead-letters.store.ts'
import type { IngestEndpoint } from './endpoint.types.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import { parseLargeItems } from './large-body.ts'
import { servedFormatPush } from './provider-format/format-push.ts'
import {
  countOutcomes,
  createItemReader,
  type ItemRefusal,
  type ItemResult,
  isRefusal,
  type Outcome,
  providersNamed,
  type Sender,
  type ValidItem,
} from './read-items.ts'
import { bodyTypeOf, parseItems } from './request-body.ts'
import { writeGroups } from './write-groups.ts'

/** Specification of an ingestion endpoint. */
export type EndpointSpec<I> = {
  /** one of the five ingestion calls */
  call: Call
  /** its name in dead letters, logs and metrics, equal to its scope */
  name: Scope
  /** the call for a provider's own JSON, for endpoints that have one */
  formatCall?: Call
  /** validates one item; its output is passed to `write` */
  schema: z.ZodType<I>
  /** true when items have a `time` (checked here) and optionally an `eventId` */
  hasTime?: boolean
  /** true when items have a `provider` (checked here) */
  hasProvider?: boolean
  /**
   * returns the refusals that `write` would give for the items, in order, without writing; no refusals when left out
   */
  check?(items: readonly ValidItem<I>[]): Promise<readonly (ItemRefusal | undefined)[]>
  /**
   * Writes items durably and returns their outcomes in order. It must be safe to repeat, because a request that was
   * cut off is sent again. Errors become 503, and nothing is acknowledged.
   */
  write(items: readonly ValidItem<I>[]): Promise<readonly Outcome[]>
}

/** Returns the calls of an endpoint: for items, and for a provider's own JSON. */
export const servedCalls = ({ served, servedFormat }: IngestEndpoint): ServedCall<Actor>[] =>
  servedFormat ? [served, servedFormat] : [served]

/** Creates an endpoint with the shared steps: admission, body, idempotency, dead letters, logs and metrics. */
export function createEndpoint<I>(shared: EndpointParts, spec: EndpointSpec<I>): IngestEndpoint {
  const accept = (raws: readonly unknown[], sender: Sender, source?: LetterSource) =>
    acceptItems(shared, spec, raws, sender, source)
  const format = spec.formatCall
    ? servedFormatPush(shared, { ...spec, formatCall: spec.formatCall }, accept)
    : undefined
  const endpoint: IngestEndpoint = {
    name: spec.name,
    accept,
    processRaw: (raws, sender) => processItems(shared, spec, raws, sender),
    check: (raws, sender) => checkItems(shared, spec, raws, sender),
    replaySource: (source, sender) => {
      if (!format) throw new Error(`${spec.name} takes no JSON of a provider's own`)
      return format.acceptSource(source, sender)
    },
    ...(format ? { servedFormat: format.served } : {}),
    served: {
      call: spec.call,
      handle: (_input, context) =>
        admitPush(
          shared,
          { path: spec.call.route.path, share: spec.name, readType: bodyTypeOf },
          context,
          ({ body, type, permit, actor, nonce }) => {
            const begin = (raws: readonly unknown[]) => {
              permit.setItems(raws.length)
              return () => accept(raws, senderOf(actor, nonce))
            }
            return body.length <= INLINE_BYTES[type]
              ? begin(parseItems(body, type))
              : parseLargeItems(body, type).then(begin)
          },
        ),
    },
  }
  shared.endpoints.set(spec.name, endpoint)
  return endpoint
}

/**
 * Maximum sizes of bodies that are parsed in one step, in a few milliseconds. Each line that is no JSON makes an error,
 * which takes as long as parsing a kilobyte.
 */
const INLINE_BYTES = { json: 64 * 1024, ndjson: 1024 } as const
/** Maximum number of items that are checked in one step. */
const INLINE_ITEMS = 100

const senderOf = (actor: KeyActor, nonce: Sender['nonce']): Sender => ({
  keyId: actor.keyId,
  ...(actor.provider ? { provider: actor.provider } : {}),
  isProviderKey: actor.keyKind === 'provider',
  nonce,
})

async function acceptItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  raws: readonly unknown[],
  sender: Sender,
  source?: LetterSource,
): Promise<IngestAnswer> {
  const results = await processItems(shared, spec, raws, sender)
  const refused: RefusedItem[] = []
  results.forEach((result, index) => {
    if (typeof result === 'string') return
    const raw = raws[index]
    refused.push({ raw, index, provider: providerOf(raw, sender), reasons: result })
  })
  await shared.deadLetters.keep(spec.name, refused, new Date(), sender.keyId, source)
  const { answer, byProvider } = countOutcomes(spec.name, results, (index) => providerOf(raws[index], sender))
  for (const counts of byProvider) {
    shared.logs.record(counts, shared.log)
    shared.activity.record(counts)
    shared.metrics.countItems(counts)
  }
  return answer
}

function providerOf(raw: unknown, sender: Sender): string {
  const provider = (raw as { provider?: unknown } | null)?.provider
  return typeof provider === 'string' && /^[\w-]{1,100}$/.test(provider)
    ? provider.toLowerCase()
    : (sender.provider ?? '')
}

/** Writes items. On an error nothing can be acknowledged, and the sender has to retry. */
async function writeItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  valid: readonly ValidItem<I>[],
): Promise<readonly Outcome[]> {
  try {
    if (valid.length === 1) return await spec.write(valid)
    const outcomes: Outcome[] = []
    const weigh = ({ item }: ValidItem<I>): number => weightOf(item, GROUP.weight)
    const turn = createTurns()
    for (const group of writeGroups(valid, GROUP, weigh)) {
      // Items that their endpoint refuses are written without waiting for the store.
      await turn()
      outcomes.push(...(await spec.write(group)))
    }
    return outcomes
  } catch (error) {
    if (error instanceof ApiError || isDiskFull(error)) throw error
    shared.parts.log.error({ err: error, endpoint: spec.name }, 'items could not be written')
    throw unavailable()
  }
}

/** Items, and weight of their values, that are written together. */
const GROUP = { items: 500, weight: 10_000 } as const

type ReadItem<I> = ValidItem<I> | readonly ItemRefusal[]

/** Runs the checks that are common to all endpoints. */
async function readValidItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  raws: readonly unknown[],
  sender: Sender,
): Promise<{ read: ReadItem<I>[]; valid: ValidItem<I>[] }> {
  const { clock } = shared.parts
  const now = clock.now()
  const disabled = new Set<string>()
  for (const provider of providersNamed(spec.hasProvider ? raws : [], sender))
    if (await shared.parts.access.providers.isDisabled(provider)) disabled.add(provider)
  const limit = spec.hasTime ? shared.retention.oldest(clock.confirmedNow()) : 0
  const oldest = typeof limit === 'number' ? limit : await limit
  const { schema, hasTime = false, hasProvider = false } = spec
  const readItem = createItemReader<I>({ schema, hasTime, hasProvider, sender, now, oldest, disabled })
  const read: ReadItem<I>[] = []
  const turn = createTurns()
  for (const raw of raws) {
    read.push(readItem(raw))
    if (raws.length > INLINE_ITEMS) await turn()
  }
  return { read, valid: read.filter((item): item is ValidItem<I> => !Array.isArray(item)) }
}

async function processItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  raws: readonly unknown[],
  sender: Sender,
): Promise<ItemResult[]> {
  const { read, valid } = await readValidItems(shared, spec, raws, sender)
  const outcomes = valid.length > 0 ? await writeItems(shared, spec, valid) : []
  let next = 0
  return read.map((item) => {
    if (Array.isArray(item)) return item as ItemRefusal[]
    const outcome = outcomes[next]
    next += 1
    if (outcome === undefined) throw new Error(`${spec.name} left an item without an outcome`)
    return isRefusal(outcome) ? [outcome] : outcome
  })
}

async function checkItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  raws: readonly unknown[],
  sender: Sender,
): Promise<(readonly ItemRefusal[])[]> {
  const { read, valid } = await readValidItems(shared, spec, raws, sender)
  const refusals = (await spec.check?.(valid)) ?? []
  let next = 0
  return read.map((item) => {
    if (Array.isArray(item)) return item as ItemRefusal[]
    const refusal = refusals[next]
    next += 1
    return refusal ? [refusal] : []
  })
}
