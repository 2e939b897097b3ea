import type { ServiceParts } from '@wardtrack/access'
import { createBrokerMonitor } from './broker-monitor.ts'
import { type EventQueue, type EventQueueSpec, openEventQueue } from './event-queue.ts'
import { createQueueCounters } from './queue-metrics.ts'

export type { EventQueue } from './event-queue.ts'
export type { QueuedEvent } from './queued-event.ts'

/** The queues of a process. */
export type EventQueues = {
  open(spec: EventQueueSpec): EventQueue
  /** begins to stop the reading of all queues, without waiting */
  stop(): void
  close(): void
}

/** Creates the queues of a process with brokers; undefined without brokers. */
export function createEventQueues(parts: ServiceParts): EventQueues | undefined {
  const { kafka, scaling, metrics, log, health } = parts
  if (!kafka) return undefined
  const monitor = createBrokerMonitor(kafka, log)
  const counters = createQueueCounters(metrics, monitor.isReachable)
  scaling.setKafkaBackend({ isAvailable: monitor.isReachable, figures: counters.figures })
  // Kafka is not required: without brokers events are stored directly.
  health.add('kafka', monitor.isReachable, { required: false })
  const queues: EventQueue[] = []
  return {
    open: (spec) => {
      const queue = openEventQueue({ parts, kafka, monitor, counters }, spec)
      queues.push(queue)
      return queue
    },
    stop: () => {
      for (const queue of queues) queue.stop()
    },
    close: monitor.close,
  }
}
