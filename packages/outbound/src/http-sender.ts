import type { DeliveryDoc } from '@wardtrack/database'
import { createAddressClient } from './address-client.ts'
import { statusFailure } from './delivery-failure.ts'
import { deliveryKey, type OutboxSender, type SendResult } from './outbox-sender.ts'
import type { TargetRules } from './resolve-target.ts'
import { isAccepted, UNAVAILABLE_STATUSES } from './retry-delay.ts'

/** What sending to one address by HTTP needs. */
export type HttpSenderParts = {
  rules: TargetRules
  /** told of each answer to a delivery: by then the receiver has it, whatever it answered */
  onAnswer?(entry: DeliveryDoc, address: string, status: number): void
}

/** Makes the sender that posts each delivery to the address. */
export function createHttpSender({ rules, onAnswer }: HttpSenderParts): OutboxSender {
  const client = createAddressClient(rules)
  return {
    send: async ({ entry, address, secrets }, signal) => {
      const thing = { address, key: deliveryKey(entry), body: entry.payload, secrets }
      const status = await client.post(thing, signal)
      onAnswer?.(entry, address, status)
      return answerResult(status)
    },
    close: () => client.close(),
  }
}

/** What an answer says of a delivery. Any but 2xx is a failure, redirects too. */
export function answerResult(status: number): SendResult {
  if (isAccepted(status)) return { state: 'delivered' }
  const reason = statusFailure(status)
  return { state: UNAVAILABLE_STATUSES.includes(status) ? 'unavailable' : 'refused', reason }
}
