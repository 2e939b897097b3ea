import type { ServiceMetrics } from '@wardtrack/service-kit'
import type { Admission } from './admission.ts'
import type { OutcomeCounts } from './provider-logs.ts'

/** Counters of ingestion. Labels are endpoints and outcomes, never names or ids. */
export type IngestMetrics = {
  countItems(counts: OutcomeCounts): void
  /** counts items dropped because their key exceeded its quota */
  countDropped(kind: string, count: number): void
  /** counts a durable group */
  observeGroup(size: number, seconds: number): void
  /** adds a queue whose depth is shown */
  addQueue(depth: () => number): void
}

/** Registers the counters of a process. */
export function createIngestMetrics(metrics: ServiceMetrics, admission: Admission): IngestMetrics {
  const depths: (() => number)[] = []
  const items = metrics.counter('wardtrack_ingest_items_total', 'Items by what came of them', [
    'endpoint',
    'outcome',
  ])
  const dropped = metrics.counter(
    'wardtrack_ingest_dropped_total',
    'Refused items and events of unknown assets that were dropped for a quota',
    ['kind'],
  )
  const groups = metrics.counter('wardtrack_ingest_groups_total', 'Grouped durable writes')
  const grouped = metrics.counter('wardtrack_ingest_grouped_items_total', 'Events in grouped writes')
  const seconds = metrics.counter('wardtrack_ingest_write_seconds_total', 'Time spent in grouped writes')
  metrics.gauge('wardtrack_ingest_waiting_items', 'Events that wait for a write or are in one', () =>
    depths.reduce((sum, depth) => sum + depth(), 0),
  )
  metrics.gauge(
    'wardtrack_ingest_items_in_flight',
    'Items of requests being worked on',
    () => admission.inFlight().items,
  )
  metrics.gauge(
    'wardtrack_ingest_bytes_in_flight',
    'Bytes of bodies being worked on',
    () => admission.inFlight().bytes,
  )
  return {
    countItems: ({ endpoint, accepted, duplicates, unresolved, refused }) => {
      for (const [outcome, count] of Object.entries({ accepted, duplicates, unresolved, refused }))
        if (count > 0) items.inc({ endpoint, outcome }, count)
    },
    countDropped: (kind, count) => dropped.inc({ kind }, count),
    observeGroup: (size, time) => {
      groups.inc()
      grouped.inc(size)
      seconds.inc(time)
    },
    addQueue: (depth) => {
      depths.push(depth)
    },
  }
}
