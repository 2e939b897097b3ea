import type { Logger } from 'pino'

/** Topic raised in a process that may have missed events of others: its link was broken, or a message is missing. */
export const BUS_GAP = 'bus.gap'

/** A bus without its types. The topic map exists for the compiler alone. */
export type UntypedBus = {
  publish(topic: string, payload: unknown): void
  subscribe(topic: string, listener: Listener): () => void
}

type Listener = (payload: never) => void

/** Creates a bus within one process. A listener that fails does not affect the others. */
export function createLocalBus(log: Logger): UntypedBus {
  const topics = new Map<string, Set<Listener>>()
  return {
    publish: (topic, payload) => {
      for (const listener of topics.get(topic) ?? []) {
        try {
          listener(payload as never)
        } catch (error) {
          log.error({ err: error, topic }, 'a listener failed')
        }
      }
    },
    subscribe: (topic, listener) => {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => listeners.delete(listener)
    },
  }
}
