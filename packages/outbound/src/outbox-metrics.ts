import type { MirthField, RuleChannel } from '@wardtrack/contracts'
import type { ServiceMetrics } from '@wardtrack/service-kit'

/** State of one address's outbox. */
export type OutboxFigures = {
  kind: MirthField | RuleChannel | 'ReportMail'
  /** number of waiting deliveries */
  pending: number
  /** age of the oldest waiting delivery */
  lagSeconds: number
  /** number of dropped deliveries since the last figures */
  dropped: number
}

type Watched = Map<string, Pick<OutboxFigures, 'pending' | 'lagSeconds'>>
type Registered = { figures: Watched; countDropped(kind: string, count: number): void }

// Services of one process share its metrics, and each metric may be registered only once.
const registeredByMetrics = new WeakMap<ServiceMetrics, Registered>()

/** Shows figures of outboxes under `/metrics`, by kind. */
export function showOutboxFigures(
  metrics: ServiceMetrics,
  { kind, pending, lagSeconds, dropped }: OutboxFigures,
): void {
  const registered = registeredByMetrics.get(metrics) ?? register(metrics)
  registeredByMetrics.set(metrics, registered)
  registered.figures.set(kind, { pending, lagSeconds })
  if (dropped > 0) registered.countDropped(kind, dropped)
}

function register(metrics: ServiceMetrics): Registered {
  const figures: Watched = new Map()
  const valuesOf = (member: 'pending' | 'lagSeconds') => () =>
    [...figures].map(([kind, figure]) => ({ labels: { kind }, value: figure[member] }))
  metrics.labelledGauge(
    'wardtrack_outbox_pending',
    'Things that wait to be delivered',
    ['kind'],
    valuesOf('pending'),
  )
  metrics.labelledGauge(
    'wardtrack_outbox_lag_seconds',
    'How long the oldest thing has waited to be delivered',
    ['kind'],
    valuesOf('lagSeconds'),
  )
  const dropped = metrics.counter(
    'wardtrack_outbox_dropped_total',
    'Things given up because the outbox was full',
    ['kind'],
  )
  return { figures, countDropped: (kind, count) => dropped.inc({ kind }, count) }
}
