import type { DeliveryDoc } from '@wardtrack/database'

/** A delivery that is to be sent now. */
export type OutboxAttempt = {
  entry: DeliveryDoc
  /** as the worker read it last */
  address: string
  /** what bodies are signed with */
  secrets: readonly string[]
}

/**
 * What came of an attempt. `refused`: this one is tried again later, others go on. `unavailable`: nothing is taken now,
 * so that the others wait too. `failed`: it will never be taken.
 * `isLaneAway`: nothing of its lane is taken now. What follows there waits for it, however often it is tried.
 */
export type SendResult =
  | { state: 'delivered' }
  | { state: 'refused'; reason: string; isLaneAway?: boolean }
  | { state: 'unavailable'; reason: string }
  | { state: 'failed'; reason: string }

/** Takes deliveries of one kind to their receivers. */
export type OutboxSender = {
  /** @throws when there is no answer, which counts as `unavailable` */
  send(attempt: OutboxAttempt, signal: AbortSignal): Promise<SendResult>
  close(): void
}

/** The id of a delivery among its kind. */
export const deliveryKey = ({ _id, kind }: DeliveryDoc): string => _id.slice(kind.length + 1)
