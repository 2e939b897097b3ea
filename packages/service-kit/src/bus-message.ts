import { createHmac, timingSafeEqual } from 'node:crypto'

/** A message of the bus between processes. */
export type BusMessage = {
  /** the process that sent it */
  origin: string
  /** counts the messages of that process, from 1 */
  number: number
  /** when it was sent, in milliseconds of the epoch */
  time: number
  topic: string
  payload: unknown
}

/** Why a message of the bus is not believed. */
export type DropReason = 'unsigned' | 'stale' | 'repeated'

const SIGNATURE_LENGTH = 43

const signatureOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** The text of a message: its signature, which covers topic, time, sender and number, and then the message. */
export function writeBusMessage(key: Buffer, message: BusMessage): string {
  const text = JSON.stringify(message)
  return signatureOf(key, text) + text
}

/** The message of a text, or undefined when nobody who holds the key wrote it. */
export function readBusMessage(key: Buffer, written: string): BusMessage | undefined {
  const signature = Buffer.from(written.slice(0, SIGNATURE_LENGTH))
  const text = written.slice(SIGNATURE_LENGTH)
  const expected = Buffer.from(signatureOf(key, text))
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
  return JSON.parse(text) as BusMessage
}

/** The clocks of an installation's machines differ by less. */
const MAX_AGE_MS = 120_000
const FORGET_MS = 10 * 60_000
/** Processes that are remembered before those that fell silent are forgotten. */
const MAX_ORIGINS = 100

/** What the order of a process's messages says. */
export type OrderFinding = { reason?: DropReason; isGap: boolean }

/** Follows the numbers of each process's messages: what comes again is dropped, and what is missing is a gap. */
export class MessageOrder {
  private readonly last = new Map<string, { number: number; at: number }>()

  /** Judges a message that came now. */
  check({ origin, number, time }: BusMessage, now: number): OrderFinding {
    const last = this.last.get(origin)
    if (last && number <= last.number) return { reason: 'repeated', isGap: false }
    const isStale = Math.abs(now - time) > MAX_AGE_MS
    // Of a process that nobody heard of, what is stale may be a recording: it says nothing about a gap.
    if (isStale && !last) return { reason: 'stale', isGap: false }
    if (this.last.size >= MAX_ORIGINS) this.forget(now)
    this.last.set(origin, { number, at: now })
    if (isStale) return { reason: 'stale', isGap: true }
    return { isGap: last !== undefined && number > last.number + 1 }
  }

  /** Forgets processes that have ended, or all: after an interruption nothing is known of anybody's numbers. */
  forget(now = Number.POSITIVE_INFINITY): void {
    for (const [origin, { at }] of this.last) if (now - at > FORGET_MS) this.last.delete(origin)
  }
}
