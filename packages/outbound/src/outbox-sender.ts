import type { DeliveryDoc } from '@wardtrack/database'

/** A delivery to send now. */
export type OutboxAttempt = {
  entry: DeliveryDoc
  /** address as last read by the worker */
  address: string
  /** secrets that sign the body */
  secrets: readonly string[]
}

/**
 * Result of an attempt. After `refused`, this delivery is retried later, and others continue. After `unavailable`,
 * the receiver accepts nothing now, so that the others wait too. After `failed`, the receiver will never accept this
 * delivery. With `isLaneAway`, the receiver accepts nothing of the lane now: later deliveries of the lane wait,
 * however many retries it takes.
 */
export type SendResult =
  | { state: 'delivered' }
  | { state: 'refused'; reason: string; isLaneAway?: boolean }
  | { state: 'unavailable'; reason: string }
  | { state: 'failed'; reason: string }

/** Sends deliveries of one kind to their receivers. */
export type OutboxSender = {
  /** @throws when there is no answer, which counts as `unavailable` */
  send(attempt: OutboxAttempt, signal: AbortSignal): Promise<SendResult>
  close(): void
}

/** Returns the id of a delivery within its kind. */
export const deliveryKey = ({ _id, kind }: DeliveryDoc): string => _id.slice(kind.length + 1)
