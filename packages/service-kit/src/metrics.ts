import type { ServerResponse } from 'node:http'
import type { Call } from '@wardtrack/contracts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A value and its labels. */
export type LabelledValue = { labels: Readonly<Record<string, string>>; value: number }

/** The metrics of one process: request times by call, and the counters that its parts add. */
export type ServiceMetrics = {
  registry: Registry
  /** counts an answered call and its seconds; labels are the declared path, never text that a caller sent */
  observe(response: ServerResponse, seconds: number): void
  counter(name: string, help: string, labels?: readonly string[]): Counter
  gauge(name: string, help: string, read: () => number): Gauge
  /** a gauge with a value for each combination of labels */
  labelledGauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => readonly LabelledValue[],
  ): Gauge
}

/** Makes the metrics of a process. */
export function createMetrics(): ServiceMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Metrics are answered without a sign-in, and only the operator needs to know the version of Node.
  registry.removeSingleMetric('nodejs_version_info')
  const seconds = new Histogram({
    name: 'wardtrack_call_seconds',
    help: 'Time to answer a call',
    labelNames: ['service', 'path', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  return {
    registry,
    observe: (response, took) => {
      const call = response.locals['call'] as Call | undefined
      if (!call || call.route.path === '/live') return
      const { service, path } = call.route
      seconds.observe({ service, path, status: String(response.statusCode) }, took)
    },
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, read) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      }),
    labelledGauge: (name, help, labels, read) =>
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect() {
          this.reset()
          for (const { labels: labelled, value } of read()) this.set(labelled, value)
        },
      }),
  }
}
