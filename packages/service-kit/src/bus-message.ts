import { createHmac, timingSafeEqual } from 'node:crypto'

/** A message of the bus between processes. */
export type BusMessage = {
  /** the process that sent it */
  origin: string
  /** counts the messages of that process, from 1 */
  number: number
  /** time of sending, in milliseconds of the epoch */
  time: number
  topic: string
  payload: unknown
}

/** Reason for dropping a message of the bus. */
export type DropReason = 'unsigned' | 'stale' | 'repeated'

const SIGNATURE_LENGTH = 43

const signatureOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Writes a message as text: first its signature, which covers topic, time, sender and number, then the message. */
export function writeBusMessage(key: Buffer, message: BusMessage): string {
  const text = JSON.stringify(message)
  return signatureOf(key, text) + text
}

/** Reads a message from its text. Returns undefined when it was not signed with the key. */
export function readBusMessage(key: Buffer, written: string): BusMessage | undefined {
  const signature = Buffer.from(written.slice(0, SIGNATURE_LENGTH))
  const text = written.slice(SIGNATURE_LENGTH)
  const expected = Buffer.from(signatureOf(key, text))
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
  return JSON.parse(text) as BusMessage
}

/** Maximum age of a message. The clocks of an installation's machines differ by less. */
const MAX_AGE_MS = 120_000
const FORGET_MS = 10 * 60_000
/** Maximum number of remembered processes. Silent ones are forgotten first. */
const MAX_ORIGINS = 100

/** Result of checking the order of a process's messages. */
export type OrderFinding = { reason?: DropReason; isGap: boolean }

/** Tracks the message numbers of each process. It drops repeated messages and reports missing ones as a gap. */
export class MessageOrder {
  private readonly last = new Map<string, { number: number; at: number }>()

  /** Checks a message that arrived now. */
  check({ origin, number, time }: BusMessage, now: number): OrderFinding {
    const last = this.last.get(origin)
    if (last && number <= last.number) return { reason: 'repeated', isGap: false }
    const isStale = Math.abs(now - time) > MAX_AGE_MS
    // A stale message of an unknown process may be a recording, so it does not prove a gap.
    if (isStale && !last) return { reason: 'stale', isGap: false }
    if (this.last.size >= MAX_ORIGINS) this.forget(now)
    this.last.set(origin, { number, at: now })
    if (isStale) return { reason: 'stale', isGap: true }
    return { isGap: last !== undefined && number > last.number + 1 }
  }

  /** Forgets processes that have ended, or all of them: after an interruption, no known number is valid. */
  forget(now = Number.POSITIVE_INFINITY): void {
    for (const [origin, { at }] of this.last) if (now - at > FORGET_MS) this.last.delete(origin)
  }
}
