export { createAlertCalls } from './alert-calls.ts'
export { createAlertOutboxWorker } from './deliver-alerts.ts'
export { type AlertRaiser, createAlertRaiser } from './raise-alerts.ts'
