import { cachedValue, type Logger, type ServiceMetrics } from '@wardtrack/service-kit'
import { openDeliveryFeed } from './delivery-feed.ts'
import { createFeedWorker } from './feed-worker.ts'
import type { DeliverySource, FeedTimes, PatientDisclosure } from './feed-worker.types.ts'
import type { OutboxLimits } from './outbox-limits.ts'
import { showOutboxFigures } from './outbox-metrics.ts'
import { type ReceiverParts, readReceiver } from './receivers.ts'
import { isAccepted } from './retry-delay.ts'

/** What a delivery is made from: the parts of a service hold it. */
export type DeliveryParts = ReceiverParts & {
  log: Logger
  metrics: ServiceMetrics
  limits: OutboxLimits
  outboundAllow?: readonly string[]
  access: { audit: { note(event: DisclosureEntry): void } }
}

/** An entry of the audit log about patients that an address has learned of. */
export type DisclosureEntry = {
  actor: string
  action: string
  address: string
  outcome: 'ok' | 'refused'
  status: number
  details: Record<string, number | readonly string[]>
}

/** The delivery of one kind of things to its address: what puts them into the feed, and the worker of this process. */
export type FeedDelivery = {
  /**
   * Puts things into the feed by their references, when there is an address for them; durable when it resolves, and
   * undefined when nothing is to be done. Called beside the write of the things or after it.
   */
  add(refs: readonly string[]): Promise<void> | undefined
  stop(): void
  close(): Promise<void>
}

/** How long additions are gathered before the feed is looked into, in milliseconds. */
const GATHER_MS = 20
/** Internal ids of patients that one entry of the audit log carries; how many there were it always says. */
const MAX_PATIENT_IDS = 100

/** Makes the delivery of one kind. */
export function createFeedDelivery(
  parts: DeliveryParts,
  source: DeliverySource,
  times: Partial<FeedTimes> = {},
): FeedDelivery {
  const { db, bus, log, cacheMode, limits, metrics, outboundAllow: allowed = [] } = parts
  const { kind } = source
  const feed = openDeliveryFeed(db, kind)
  const cached = cachedValue(parts, {
    load: async () => ({ receiver: await readReceiver(parts, kind) }),
    invalidateOn: { 'config.changed': ({ what }) => what === 'settings' },
    // The overlap of two signing secrets ends without a change.
    maxAgeMs: 60_000,
  })
  const worker = createFeedWorker({
    db,
    log,
    cacheMode,
    source,
    receiver: async () => (await cached.read()).receiver,
    rules: { allowed },
    limits,
    onDisclosure: (disclosure) => parts.access.audit.note(disclosureEntry(disclosure)),
    onFigures: (figures) => showOutboxFigures(metrics, figures),
    times,
  })
  let gathering: NodeJS.Timeout | undefined
  const wakeSoon = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      worker.wake()
    }, GATHER_MS).unref()
  }
  const unsubscribe = bus.subscribe('config.changed', ({ what }) => {
    if (what === 'settings') worker.wake()
  })
  const addKnown = async (refs: readonly string[]): Promise<void> => {
    if (!(await cached.read()).receiver) return
    await feed.add(refs)
    wakeSoon()
  }
  const stop = (): void => {
    clearTimeout(gathering)
    unsubscribe()
    worker.stop()
  }
  worker.wake()
  return {
    add: (refs) => {
      const known = cached.current()
      return refs.length === 0 || (known && !known.receiver) ? undefined : addKnown(refs)
    },
    stop,
    close: async () => {
      stop()
      await worker.close()
      cached.close()
    },
  }
}

function disclosureEntry({ kind, host, status, things, patients }: PatientDisclosure): DisclosureEntry {
  const patientIds = [...patients].slice(0, MAX_PATIENT_IDS)
  return {
    actor: 'wardtrack',
    action: `DELIVER ${kind}`,
    address: host,
    outcome: isAccepted(status) ? 'ok' : 'refused',
    status,
    details: { patients: patients.size, things, patientIds },
  }
}
