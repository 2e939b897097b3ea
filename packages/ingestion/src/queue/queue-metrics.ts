import type { TopicOffsets } from '@wardtrack/kafka'
import type { ServiceMetrics } from '@wardtrack/service-kit'

/** Readings of one queue for the metrics. */
export type QueueReadings = {
  isInUse(): boolean
  offsets(): TopicOffsets | undefined
  /** partitions that this process reads */
  partitions(): ReadonlySet<number>
}

/** Counters of the queues of a process. Labels are endpoints. */
export type QueueCounters = {
  sent(endpoint: string, count: number): void
  applied(endpoint: string, count: number): void
  deadLetters(endpoint: string, count: number): void
  addQueue(endpoint: string, readings: QueueReadings): void
  /** sums since the start of the process, and the unstored messages of its partitions */
  figures(): { sent: number; applied: number; lag: number }
}

/** Registers the counters of a process. */
export function createQueueCounters(metrics: ServiceMetrics, isReachable: () => boolean): QueueCounters {
  const queues = new Map<string, QueueReadings>()
  const sums = { sent: 0, applied: 0 }
  const counter = (name: string, help: string) => metrics.counter(name, help, ['endpoint'])
  const sent = counter('wardtrack_kafka_sent_total', 'Events that the brokers took from this process')
  const applied = counter(
    'wardtrack_kafka_applied_total',
    'Events that this process read from the brokers and stored',
  )
  const dead = counter(
    'wardtrack_kafka_dead_letters_total',
    'Messages of the brokers that could not be stored',
  )
  const perQueue = (read: (readings: QueueReadings) => number) => () =>
    [...queues].map(([endpoint, readings]) => ({ labels: { endpoint }, value: read(readings) }))
  metrics.labelledGauge(
    'wardtrack_kafka_lag',
    'Events that the brokers have and no process has stored',
    ['endpoint'],
    perQueue((readings) => readings.offsets()?.lag ?? 0),
  )
  metrics.labelledGauge(
    'wardtrack_kafka_in_use',
    'Whether events go through the brokers',
    ['endpoint'],
    perQueue((readings) => Number(readings.isInUse())),
  )
  metrics.gauge('wardtrack_kafka_reachable', 'Whether the brokers answer this process', () =>
    Number(isReachable()),
  )
  return {
    sent: (endpoint, count) => {
      sent.inc({ endpoint }, count)
      sums.sent += count
    },
    applied: (endpoint, count) => {
      applied.inc({ endpoint }, count)
      sums.applied += count
    },
    deadLetters: (endpoint, count) => dead.inc({ endpoint }, count),
    addQueue: (endpoint, readings) => {
      queues.set(endpoint, readings)
    },
    figures: () => ({
      ...sums,
      lag: [...queues.values()].reduce((sum, readings) => sum + lagOfProcess(readings), 0),
    }),
  }
}

function lagOfProcess({ offsets, partitions }: QueueReadings): number {
  const { end, done } = offsets() ?? { end: new Map<number, bigint>(), done: new Map<number, bigint>() }
  let lag = 0n
  for (const partition of partitions()) lag += (end.get(partition) ?? 0n) - (done.get(partition) ?? 0n)
  return Number(lag)
}
