export { createAlertOutboxWorker } from './alert-delivery.ts'
export { type AlertRaiser, createAlertRaiser } from './alert-raiser.ts'
export { createAlertRedelivery } from './alert-redelivery.ts'
export { alertRoutes } from './alerts.routes.ts'
