export { type AlertRaiser, createAlertRaiser } from './raise-alerts.ts'
