import { cachedValue, type Logger, type ServiceMetrics } from '@wardtrack/service-kit'
import { openDeliveryFeed } from './delivery-feed.ts'
import { createFeedWorker } from './feed-worker.ts'
import type { DeliverySource, FeedTimes, PatientDisclosure } from './feed-worker.types.ts'
import type { OutboxLimits } from './outbox-limits.ts'
import { showOutboxFigures } from './outbox-metrics.ts'
import { type ReceiverParts, readReceiver } from './receivers.ts'
import { isAccepted } from './retry-delay.ts'

/** Dependencies of a delivery, contained in the parts of a service. */
export type DeliveryParts = ReceiverParts & {
  log: Logger
  metrics: ServiceMetrics
  limits: OutboxLimits
  outboundAllow?: readonly string[]
  access: { audit: { note(event: DisclosureEntry): void } }
}

/** An entry of the audit log about patients that were disclosed to an address. */
export type DisclosureEntry = {
  actor: string
  action: string
  address: string
  outcome: 'ok' | 'refused'
  status: number
  details: Record<string, number | readonly string[]>
}

/** The delivery of one kind of objects to its address: additions to the feed, and the worker of this process. */
export type FeedDelivery = {
  /**
   * Adds references of objects to the feed, when an address is set. The promise resolves when they are durable;
   * undefined when there is nothing to do. Called while or after the objects are written.
   */
  add(refs: readonly string[]): Promise<void> | undefined
  stop(): void
  close(): Promise<void>
}

/** Milliseconds in which additions are collected before the feed is read. */
const GATHER_MS = 20
/** Limit of patients' internal ids in one entry of the audit log; the number of patients is always complete. */
const MAX_PATIENT_IDS = 100

/** Creates the delivery of one kind. */
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
    // The overlap of two signing secrets ends by time, without a change event.
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
