export { AddressNotAllowed, isConfidentialAddress, readAddress } from './address-rules.ts'
export { createFeedDelivery, type FeedDelivery } from './create-feed-delivery.ts'
export { failureOf } from './delivery-failure.ts'
export { feedTime, openDeliveryFeed } from './delivery-feed.ts'
export type { Delivery } from './delivery-lanes.ts'
export type { DeliverySource } from './feed-worker.types.ts'
export { assetLane, historySource, itemValues } from './history-source.ts'
export {
  addDeliveries,
  type DeliveryState,
  deliveryState,
  type NewDelivery,
  type OutboxTimes,
  repeatDeliveries,
} from './outbox.ts'
export { showOutboxFigures } from './outbox-metrics.ts'
export { deliveryKey, type OutboxSender } from './outbox-sender.ts'
export {
  answerResult,
  createOutboxWorker,
  type OutboxWorker,
  type OutboxWorkerParts,
} from './outbox-worker.ts'
export { postForAnswer, postJson } from './post-json.ts'
export {
  makeSigningSecret,
  mayReceivePatients,
  type Receiver,
  readReceiver,
  signingSecrets,
} from './receivers.ts'
export { checkAddress, resolveTarget, type TargetRules } from './resolve-target.ts'
export { isAccepted } from './retry-delay.ts'
export { deliveryHeaders } from './signature.ts'
export { checkMailServer, type Mail, type MailServer, mailResult, sendMail } from './smtp-client.ts'
export { testAddress } from './test-address.ts'
