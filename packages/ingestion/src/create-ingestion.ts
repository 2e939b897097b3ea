import type { Actor, ServiceParts } from '@wardtrack/access'
import type { Scope } from '@wardtrack/contracts'
import { createJobs } from '@wardtrack/jobs'
import type { Logger, ServedCall } from '@wardtrack/service-kit'
import { type AdmissionLimits, createAdmission } from './admission.ts'
import { type AssetResolver, createAssetResolver } from './asset-resolver.ts'
import { type DeadLetterSpec, deadLetterRoutes } from './dead-letters.routes.ts'
import { createDeadLetterStore } from './dead-letters.store.ts'
import { createEndpoint, type EndpointSpec } from './endpoint.ts'
import type { IngestEndpoint } from './endpoint.types.ts'
import { createEventEndpoint, type EventEndpoint, type EventEndpointSpec } from './event-endpoint.ts'
import { createHandedItems } from './handed-items.ts'
import { createIdempotency } from './idempotency.ts'
import { createIngestMetrics } from './ingest-metrics.ts'
import { createProviderActivity, type ProviderActivityRecorder } from './provider-activity.ts'
import { FORMAT_WALLS, type FormatFailure } from './provider-format/format-process.types.ts'
import { createFormatRunner } from './provider-format/format-runner.ts'
import { type PreviewCall, previewRoute } from './provider-format/preview.routes.ts'
import { createProviderFormats } from './provider-format/provider-formats.ts'
import { createProviderLogs } from './provider-logs.ts'
import { createPruner, type Pruner } from './pruner.ts'
import { createEventQueues } from './queue/index.ts'
import { createRetention, type Retention } from './retention.ts'
import { createSenderQuota, type QuotaCollection } from './sender-quota.ts'

/** The parts that all ingestion endpoints of one process share. */
export type Ingestion = {
  /** creates an endpoint for objects that are not events (assets, associations, hierarchies) */
  endpoint<I>(spec: EndpointSpec<I>): IngestEndpoint
  /** creates an endpoint for events of assets (locations, device states) */
  eventEndpoint<I extends { eventId?: string | undefined }, P>(spec: EventEndpointSpec<I, P>): EventEndpoint
  /** creates the calls about the dead letters of one base */
  deadLetterRoutes(spec: DeadLetterSpec): ServedCall<Actor>[]
  /** creates the call that tries an expression on a sample */
  previewRoute(call: PreviewCall, endpoint: IngestEndpoint): ServedCall<Actor>
  /** parses an expression without evaluating it; undefined when it is valid. @throws ApiError 429 */
  checkExpression(expression: string, lane: string): Promise<FormatFailure | undefined>
  /** counters and logs of providers */
  activity: ProviderActivityRecorder
  assetResolver: AssetResolver
  retention: Retention
  pruner: Pruner
  /** resolves when all kept items are within the quotas of their senders */
  quotasApplied(): Promise<void>
  /** called when the process begins to stop: starts no more long work, and takes no more events from the brokers */
  drain(): void
  /** to be called once by each service that created it */
  close(): Promise<void>
}

type SharedIngestion = { ingestionFor(log: Logger): Ingestion; services: number }

// Services of one process share one admission, one asset cache and one set of counters. The metrics object identifies
// the process: a service with its own log has its own parts object.
const ingestionByProcess = new WeakMap<ServiceParts['metrics'], SharedIngestion>()

/**
 * Returns the ingestion of a process. The first service creates it, and the last one to close it ends it.
 * @param limits limits of admission, smaller ones in tests
 */
export function createIngestion(parts: ServiceParts, limits: Partial<AdmissionLimits> = {}): Ingestion {
  const known = ingestionByProcess.get(parts.metrics)
  if (known) {
    known.services += 1
    return known.ingestionFor(parts.log)
  }
  const ingestionFor = buildIngestion(parts, limits, () => {
    const shared = ingestionByProcess.get(parts.metrics)
    if (!shared) return true
    shared.services -= 1
    if (shared.services > 0) return false
    ingestionByProcess.delete(parts.metrics)
    return true
  })
  ingestionByProcess.set(parts.metrics, { ingestionFor, services: 1 })
  return ingestionFor(parts.log)
}

function buildIngestion(
  parts: ServiceParts,
  limits: Partial<AdmissionLimits>,
  isLast: () => boolean,
): SharedIngestion['ingestionFor'] {
  const { db, log, filesDir } = parts
  const admission = createAdmission(limits)
  const retention = createRetention(parts)
  const assetResolver = createAssetResolver(parts)
  const pruner = createPruner(parts, retention)
  const metrics = createIngestMetrics(parts.metrics, admission)
  const createQuota = (collection: QuotaCollection, maxCount: number, maxMb: number) =>
    createSenderQuota({
      db,
      log,
      collection,
      maxCount,
      maxBytes: maxMb * 1024 ** 2,
      onDropped: (count) => metrics.countDropped(collection, count),
    })
  const { deadLetters, deadLettersMb, unresolved, unresolvedMb } = parts.limits
  const deadLetterQuota = createQuota('deadLetters', deadLetters, deadLettersMb)
  const sourceQuota = createQuota('deadLetterSources', deadLetters, deadLettersMb)
  const unresolvedQuota = createQuota('unresolved', unresolved, unresolvedMb)
  const jobs = createJobs(parts)
  const queues = createEventQueues(parts)
  const formats = createProviderFormats(parts)
  const runner = createFormatRunner()
  const previewRunner = createFormatRunner()
  log.info({ walls: ['virtual machine', ...FORMAT_WALLS] }, 'walls around the expressions of providers')
  metrics.addQueue(runner.depth)
  const endpoints = new Map<Scope, IngestEndpoint>()
  const handedItems = createHandedItems(parts, endpoints)
  const shared = {
    endpoints,
    queues,
    unresolvedQuota,
    deadLetters: createDeadLetterStore(parts, { letters: deadLetterQuota, sources: sourceQuota }),
    parts,
    admission,
    retention,
    assetResolver,
    idempotency: createIdempotency(db),
    logs: createProviderLogs(filesDir, log),
    activity: createProviderActivity(parts),
    metrics,
    formats: { formats, runner, previewRunner },
  }
  return (serviceLog) => ({
    endpoint: (spec) => createEndpoint({ ...shared, log: serviceLog }, spec),
    eventEndpoint: (spec) => createEventEndpoint({ ...shared, log: serviceLog }, spec),
    deadLetterRoutes: (spec) => deadLetterRoutes(parts, jobs, spec),
    drain: () => {
      jobs.stop()
      queues?.stop()
    },
    previewRoute: (call, endpoint) => previewRoute(call, endpoint, previewRunner, endpoints),
    checkExpression: async (expression, lane) => {
      const outcome = await previewRunner.run({
        lane,
        expression,
        body: 'null',
        isLines: false,
        isCheck: true,
      })
      return 'failure' in outcome ? outcome.failure : undefined
    },
    activity: shared.activity,
    assetResolver,
    retention,
    pruner,
    quotasApplied: async () => {
      await deadLetterQuota.idle()
      await sourceQuota.idle()
      await unresolvedQuota.idle()
    },
    close: async () => {
      if (!isLast()) return
      await handedItems.close()
      await jobs.close()
      queues?.close()
      await pruner.close()
      await deadLetterQuota.close()
      await sourceQuota.close()
      await unresolvedQuota.close()
      await runner.close()
      await previewRunner.close()
      formats.close()
      await shared.logs.close()
      await shared.activity.close()
      retention.close()
      assetResolver.close()
    },
  })
}
