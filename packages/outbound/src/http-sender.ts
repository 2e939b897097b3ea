import type { DeliveryDoc } from '@wardtrack/database'
import { createAddressClient } from './address-client.ts'
import { statusFailure } from './delivery-failure.ts'
import { deliveryKey, type OutboxSender, type SendResult } from './outbox-sender.ts'
import type { TargetRules } from './resolve-target.ts'
import { isAccepted, UNAVAILABLE_STATUSES } from './retry-delay.ts'

/** Dependencies of sending to one address by HTTP. */
export type HttpSenderParts = {
  rules: TargetRules
  /** called for each answer to a delivery: by then the receiver has it, whatever the answer */
  onAnswer?(entry: DeliveryDoc, address: string, status: number): void
}

/** Creates the sender that posts each delivery to the address. */
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

/** Returns the result of a delivery by its status. Any status other than 2xx is a failure, redirects too. */
export function answerResult(status: number): SendResult {
  if (isAccepted(status)) return { state: 'delivered' }
  const reason = statusFailure(status)
  return { state: UNAVAILABLE_STATUSES.includes(status) ? 'unavailable' : 'refused', reason }
}
