import type { Logger } from 'pino'

/** Topic raised in a process that may have missed something of the others: its link was broken, or a message is missing. */
export const BUS_GAP = 'bus.gap'

/** A bus without its types, as it is made: the topic map exists for the compiler alone. */
export type UntypedBus = {
  publish(topic: string, payload: unknown): void
  subscribe(topic: string, listener: Listener): () => void
}

type Listener = (payload: never) => void

/** A bus within one process; a listener that fails keeps no other from hearing. */
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
