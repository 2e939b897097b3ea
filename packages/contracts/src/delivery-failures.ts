/** Classes of reasons for a failed delivery to another system; the console has a sentence for each. */
export const DELIVERY_FAILURES = [
  'address-not-allowed',
  'name-not-found',
  'connection-refused',
  'not-reachable',
  'timed-out',
  'connection-lost',
  'certificate-not-trusted',
  'not-encrypted',
  'other-protocol',
  'no-answer',
  'sign-in-needed',
  'sign-in-refused',
  'sender-refused',
  'recipient-refused',
  'mail-refused',
  'recipient-without-mail',
  'webhook-removed',
  'file-removed',
] as const

/** {@link DELIVERY_FAILURES} */
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

const failures: ReadonlySet<string> = new Set(DELIVERY_FAILURES)

/** True if a stored reason is one of the classes, not a message of another system. */
export const isDeliveryFailure = (reason: string): reason is DeliveryFailure => failures.has(reason)
