import { closeDueMessages, forgetMessages, settleMessages } from './rule-messages.store.ts'
import { type MessageParts, sendMessages } from './send-messages.ts'

/** Relay that adds messages to the outbox when they are due. */
export type MessageRelay = {
  /** checks for due messages now */
  wake(): void
  close(): Promise<void>
}

const LOOK_MS = 1_000
const CLEAN_MS = 3_600_000
/** Retention of sent messages: longer than a fired rule can be raised again. */
const REMEMBER_MS = 7 * 86_400_000

/**
 * Starts the relay of a process. Several processes may check concurrently, because each step can be repeated.
 * @param onSent called after new entries are in the outbox
 */
export function startMessageRelay(parts: MessageParts, onSent: () => void): MessageRelay {
  const { db, log } = parts
  let work: Promise<void> | undefined
  let lookAgain = false
  let isClosed = false
  let cleanedAt = performance.now()

  const look = async (): Promise<void> => {
    for (;;) {
      const due = await closeDueMessages(db)
      if (due.length === 0) break
      const sent = await sendMessages(parts, due)
      await settleMessages(db, sent)
      if (sent.length > 0) onSent()
      // Unsent messages are retried at the next check.
      if (sent.length < due.length) break
    }
    if (performance.now() - cleanedAt < CLEAN_MS) return
    cleanedAt = performance.now()
    await forgetMessages(db, new Date(Date.now() - REMEMBER_MS))
  }
  const wake = (): void => {
    lookAgain = true
    if (work || isClosed) return
    work = (async () => {
      while (lookAgain && !isClosed) {
        lookAgain = false
        await look()
      }
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'messages of rules are sent later'))
      .finally(() => {
        work = undefined
      })
  }
  const timer = setInterval(wake, LOOK_MS)
  timer.unref()
  return {
    wake,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await work
    },
  }
}
