import { type Actor, keyOf, type ServiceParts } from '@wardtrack/access'
import type { Call, IngestAnswer, Scope } from '@wardtrack/contracts'
import {
  ApiError,
  type CallContext,
  isDiskFull,
  noRoom,
  type ServedCall,
  unavailable,
} from '@wardtrack/service-kit'
import type { z } from 'zod'
import type { Admission } from './admission.ts'
import type { DeadLetterStore, RefusedItem } from './dead-letters.store.ts'
import { type Idempotency, idempotencyId } from './idempotency.ts'
import type { IngestMetrics } from './ingest-metrics.ts'
import type { ProviderLogs } from './provider-logs.ts'
import {
  countOutcomes,
  type ItemRefusal,
  type ItemResult,
  isRefusal,
  type Outcome,
  providersNamed,
  readItems,
  type Sender,
  type ValidItem,
} from './read-items.ts'
import { bodyTypeOf, parseItems, readBody } from './request-body.ts'
import type { Retention } from './retention.ts'

/** What an ingestion endpoint is made from. */
export type EndpointSpec<I> = {
  /** one of the five ingestion calls */
  call: Call
  /** its name in dead letters, logs and metrics: the scope that opens it */
  name: Scope
  /** checks one item; what it gives is what `write` receives */
  schema: z.ZodType<I>
  /** items carry `time` (checked here) and perhaps `eventId` */
  hasTime?: boolean
  /** items carry `provider` (checked here) */
  hasProvider?: boolean
  /**
   * Writes items durably and tells what became of each, in their order. Must be safe to repeat: a request that was
   * cut off comes again. What it throws becomes 503 and nothing is acknowledged.
   */
  write(items: readonly ValidItem<I>[]): Promise<readonly Outcome[]>
}

/** An ingestion endpoint: its call, and the way in for items that do not come by HTTP (replay). */
export type IngestEndpoint = {
  name: Scope
  served: ServedCall<Actor>
  processRaw(raws: readonly unknown[], sender: Sender): Promise<ItemResult[]>
}

/** Parts that every endpoint of a process shares. */
export type EndpointParts = {
  parts: ServiceParts
  admission: Admission
  idempotency: Idempotency
  retention: Retention
  deadLetters: DeadLetterStore
  logs: ProviderLogs
  metrics: IngestMetrics
}

/** Makes an endpoint with what all of them share: admission, body, idempotency, dead letters, logs and metrics. */
export function createEndpoint<I>(shared: EndpointParts, spec: EndpointSpec<I>): IngestEndpoint {
  const processRaw = (raws: readonly unknown[], sender: Sender) => processItems(shared, spec, raws, sender)
  return {
    name: spec.name,
    processRaw,
    served: {
      call: spec.call,
      handle: (_input, context) => answerPush(shared, spec, context),
    },
  }
}

async function answerPush<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  context: CallContext<Actor>,
): Promise<IngestAnswer> {
  const { health, diskRoom } = shared.parts
  if (!health.accepting) throw unavailable()
  if (!diskRoom.hasRoom()) throw noRoom()
  const { request } = context
  const actor = keyOf(context.actor)
  const type = bodyTypeOf(request)
  const key = idempotencyId(request, actor.keyId, spec.call.route.path)
  const announcedBytes = Number(request.headers['content-length'] ?? 0) || 0
  const permit = shared.admission.enter(`${actor.keyId} ${spec.name}`, announcedBytes)
  try {
    const body = await readBody(request, permit)
    const raws = parseItems(body, type)
    permit.setItems(raws.length)
    const sender: Sender = {
      keyId: actor.keyId,
      ...(actor.provider ? { provider: actor.provider } : {}),
      isProviderKey: actor.keyKind === 'provider',
      nonce: { text: key ?? context.requestId, repeatable: key !== undefined },
    }
    const processBody = () => acceptItems(shared, spec, raws, sender)
    return await (key === undefined ? processBody() : shared.idempotency.runOnce(key, body, processBody))
  } catch (error) {
    if (isDiskFull(error)) diskRoom.noteFull()
    throw error
  } finally {
    permit.release()
  }
}

async function acceptItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  raws: readonly unknown[],
  sender: Sender,
): Promise<IngestAnswer> {
  const results = await processItems(shared, spec, raws, sender)
  const refused: RefusedItem[] = []
  results.forEach((result, index) => {
    const provider = providerOf(raws[index], sender)
    if (typeof result !== 'string') refused.push({ raw: raws[index], provider, reasons: result })
  })
  await shared.deadLetters.keep(spec.name, refused, new Date(), sender.keyId)
  const { answer, byProvider } = countOutcomes(spec.name, results, (index) => providerOf(raws[index], sender))
  for (const counts of byProvider) {
    shared.logs.record(counts)
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

/** When an endpoint's write throws, nothing can be acknowledged: the sender is told to come again. */
async function writeItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  valid: readonly ValidItem<I>[],
): Promise<readonly Outcome[]> {
  try {
    return await spec.write(valid)
  } catch (error) {
    if (error instanceof ApiError || isDiskFull(error)) throw error
    shared.parts.log.error({ err: error, endpoint: spec.name }, 'items could not be written')
    throw unavailable()
  }
}

async function processItems<I>(
  shared: EndpointParts,
  spec: EndpointSpec<I>,
  raws: readonly unknown[],
  sender: Sender,
): Promise<ItemResult[]> {
  const { clock } = shared.parts
  const now = clock.now()
  const disabled = new Set<string>()
  for (const provider of providersNamed(spec.hasProvider ? raws : [], sender))
    if (await shared.parts.access.providers.isDisabled(provider)) disabled.add(provider)
  const limit = spec.hasTime ? shared.retention.oldest(clock.confirmedNow()) : 0
  const oldest = typeof limit === 'number' ? limit : await limit
  const { schema, hasTime = false, hasProvider = false } = spec
  const read = readItems<I>(raws, { schema, hasTime, hasProvider, sender, now, oldest, disabled })
  const valid = read.filter((item): item is ValidItem<I> => !Array.isArray(item))
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
