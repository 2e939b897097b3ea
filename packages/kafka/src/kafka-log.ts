import type { Logger } from '@wardtrack/service-kit'
import type { LogEntry } from 'kafkajs'

/** Messages about ordinary changes of a group's members, which kafkajs reports as errors. */
const ORDINARY =
  /rebalanc|re-?join|not aware of this member|illegal generation|coordinator is (?:not|loading)/i
/**
 * Milliseconds in which the same message is not logged again: unreachable brokers would cause one for each attempt.
 */
const REPEAT_MS = 10_000
const MAX_REMEMBERED = 200
const WORTH_TELLING: ReadonlySet<string> = new Set(['ERROR', 'WARN'])

/**
 * Logs messages of kafkajs, never as errors: a consumer that changes its group or looks for its broker is still
 * working. The users of the connection report the failures that matter to operators.
 */
export function createKafkaLog(log: Logger): (entry: LogEntry) => void {
  const writtenAt = new Map<string, number>()
  return ({ namespace, label, log: { message, ...facts } }) => {
    const now = performance.now()
    const key = `${namespace} ${message}`
    if (now - (writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return
    if (writtenAt.size >= MAX_REMEMBERED) writtenAt.clear()
    writtenAt.set(key, now)
    const error = textOf(facts['error'])
    const entry = {
      kafka: namespace,
      broker: textOf(facts['broker']),
      groupId: textOf(facts['groupId']),
      error,
    }
    if (WORTH_TELLING.has(label) && !ORDINARY.test(`${message} ${error ?? ''}`)) log.warn(entry, message)
    else log.debug(entry, message)
  }
}

const textOf = (fact: unknown): string | undefined =>
  typeof fact === 'string' ? fact : fact instanceof Error ? fact.message : undefined
