import type { Logger } from '@wardtrack/service-kit'
import type { LogEntry } from 'kafkajs'

/** What an ordinary change of a group's members brings; kafkajs tells of it as errors. */
const ORDINARY =
  /rebalanc|re-?join|not aware of this member|illegal generation|coordinator is (?:not|loading)/i
/** The same message is not written again so soon: while brokers are away, each attempt would say it. Milliseconds */
const REPEAT_MS = 10_000
const MAX_REMEMBERED = 200
const WORTH_TELLING: ReadonlySet<string> = new Set(['ERROR', 'WARN'])

/**
 * Writes what kafkajs has to say into the log of the process. A consumer that changes its group or looks for its broker is
 * at work, so nothing here is an error: what matters to operators is told by whoever uses the connection.
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
