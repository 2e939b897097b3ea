import { createSchema, type DocumentOf, embedded, optional, required, typed } from '../members.ts'

export const deliverySchema = createSchema('deliveries', {
  /** `{kind}|{id of the thing}` */
  _id: required(String),
  kind: required(String),
  /** JSON text of what is sent; empty once it was accepted */
  payload: required(String),
  /** deliveries of one lane go out one after the other, in the order in which they were added */
  lane: optional(String),
  /** it was due and waits for an earlier one of its lane */
  blocked: optional(Boolean, typed<true>()),
  /** what is sent tells of patients: where it went is noted in the audit log */
  ofPatients: optional(Boolean, typed<true>()),
  /** there until it was accepted */
  pending: optional(Boolean, typed<true>()),
  createdAt: required(Date),
  attempts: required(Number),
  /** earliest time of the next attempt; the worker that makes it first moves this on, so that no other makes it too */
  nextAt: required(Date),
  /** the last attempt got no answer at all */
  unreachable: optional(Boolean, typed<true>()),
  /** the last attempt got an answer that accepts nothing */
  refused: optional(Boolean, typed<true>()),
  /** nothing of its lane was taken at the last attempt: what follows there waits for it */
  laneAway: optional(Boolean, typed<true>()),
  lastError: optional(String),
  deliveredAt: optional(Date),
  /** when it was given up for good: the receiver will never take it */
  failedAt: optional(Date),
})
deliverySchema.index({ kind: 1, pending: 1, createdAt: 1, _id: 1 })
// What is due, without reading what is not.
deliverySchema.index({ kind: 1, pending: 1, nextAt: 1, _id: 1 })
deliverySchema.index({ kind: 1, deliveredAt: 1 })
// What was given up, newest first.
deliverySchema.index({ kind: 1, failedAt: -1, _id: -1 })
// What goes before a delivery of the same lane.
deliverySchema.index({ lane: 1, createdAt: 1, _id: 1 }, { sparse: true })
/** Something to be delivered to another system. It stays for a while after it was accepted, so that adding it again changes nothing. */
export type DeliveryDoc = DocumentOf<typeof deliverySchema>

export const deliveryFeedSchema = createSchema('deliveryFeed', {
  /** `{kind}|{position}`: positions of one process grow, see `openDeliveryFeed` */
  _id: required(String),
  /** what is left to deliver of it, in its order: ids of stored things, from which the deliveries are made */
  refs: required([String]),
  /** length of `refs` */
  count: required(Number),
})
/** References to things that are to be delivered, as one write put them there; it goes when all are delivered. */
export type DeliveryFeedDoc = DocumentOf<typeof deliveryFeedSchema>

const signingSecretSchema = embedded({
  /** sealed, see packages/encryption */
  sealed: required(String),
  createdAt: required(Date),
})

export const deliveryAddressSchema = createSchema('deliveryAddresses', {
  /** what is delivered to it: a member of the Mirth setting, or the webhook of a rule */
  _id: required(String),
  paused: optional(embedded({ by: required(String), at: required(Date) })),
  secret: optional(signingSecretSchema),
  /** the one before, with which bodies are signed as well for a while */
  previousSecret: optional(signingSecretSchema),
  lastDeliveredAt: optional(Date),
  lastError: optional(String),
  lastErrorAt: optional(Date),
  /** how many were given up because the outbox was full, or they were too old */
  dropped: optional(Number),
  lastDroppedAt: optional(Date),
  /** the process that delivers to it, and its signs of life, see `DeliveryLease` */
  worker: optional(String),
  beat: optional(Number),
})
/** What is known of an address beside the address itself, which is a setting. */
export type DeliveryAddressDoc = DocumentOf<typeof deliveryAddressSchema>
