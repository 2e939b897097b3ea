import { createSchema, type DocumentOf, embedded, optional, required, typed } from '../members.ts'

export const deliverySchema = createSchema('deliveries', {
  /** `{kind}|{id of the delivered object}` */
  _id: required(String),
  kind: required(String),
  /** JSON text of the payload; empty after acceptance */
  payload: required(String),
  /** deliveries of one lane are sent one after the other, in the order of creation */
  lane: optional(String),
  /** true when the delivery is due but waits for an earlier one of its lane */
  blocked: optional(Boolean, typed<true>()),
  /** true when the payload discloses patients: the audit log then records the receiver */
  ofPatients: optional(Boolean, typed<true>()),
  /** set until acceptance */
  pending: optional(Boolean, typed<true>()),
  createdAt: required(Date),
  attempts: required(Number),
  /**
   * earliest time of the next attempt; the worker that takes the delivery moves it ahead, so that no other worker
   * does
   */
  nextAt: required(Date),
  /** true when the last attempt got no answer */
  unreachable: optional(Boolean, typed<true>()),
  /** true when the receiver refused the last attempt */
  refused: optional(Boolean, typed<true>()),
  /** true when the lane accepted nothing at the last attempt: later deliveries of the lane wait */
  laneAway: optional(Boolean, typed<true>()),
  lastError: optional(String),
  deliveredAt: optional(Date),
  /** time of the final failure: the receiver will never accept it */
  failedAt: optional(Date),
})
deliverySchema.index({ kind: 1, pending: 1, createdAt: 1, _id: 1 })
// Index for due deliveries.
deliverySchema.index({ kind: 1, pending: 1, nextAt: 1, _id: 1 })
deliverySchema.index({ kind: 1, deliveredAt: 1 })
// Index for failed deliveries, newest first.
deliverySchema.index({ kind: 1, failedAt: -1, _id: -1 })
// Index for earlier deliveries of the same lane.
deliverySchema.index({ lane: 1, createdAt: 1, _id: 1 }, { sparse: true })
/** A delivery to another system. It stays for a while after acceptance, so that adding it again changes nothing. */
export type DeliveryDoc = DocumentOf<typeof deliverySchema>

export const deliveryFeedSchema = createSchema('deliveryFeed', {
  /** `{kind}|{position}`: positions of one process increase, see `openDeliveryFeed` */
  _id: required(String),
  /** ids of stored objects that are still to be delivered, in order; the deliveries are made from them */
  refs: required([String]),
  /** length of `refs` */
  count: required(Number),
})
/** References to objects for delivery, added by one write. The document is deleted when all are delivered. */
export type DeliveryFeedDoc = DocumentOf<typeof deliveryFeedSchema>

const signingSecretSchema = embedded({
  /** sealed, see packages/encryption */
  sealed: required(String),
  createdAt: required(Date),
})

export const deliveryAddressSchema = createSchema('deliveryAddresses', {
  /** the delivered object: a member of the Mirth setting, or the webhook of a rule */
  _id: required(String),
  paused: optional(embedded({ by: required(String), at: required(Date) })),
  secret: optional(signingSecretSchema),
  /** previous secret, which also signs bodies for a while */
  previousSecret: optional(signingSecretSchema),
  lastDeliveredAt: optional(Date),
  lastError: optional(String),
  lastErrorAt: optional(Date),
  /** number of deliveries dropped because the outbox was full, or because they were too old */
  dropped: optional(Number),
  lastDroppedAt: optional(Date),
  /** the delivering process, and its signs of life, see `DeliveryLease` */
  worker: optional(String),
  beat: optional(Number),
})
/** State of an address; the address itself is a setting. */
export type DeliveryAddressDoc = DocumentOf<typeof deliveryAddressSchema>
