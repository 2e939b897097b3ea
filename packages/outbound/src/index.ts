export { AddressNotAllowed, isConfidentialAddress, readAddress } from './address-rules.ts'
export {
  addDeliveries,
  type DeliveryState,
  deliveryState,
  type NewDelivery,
  type OutboxTimes,
} from './outbox.ts'
export { createOutboxWorker, type OutboxWorker, type OutboxWorkerParts } from './outbox-worker.ts'
export { checkAddress, type TargetRules } from './resolve-target.ts'
