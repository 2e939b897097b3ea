export {
  ALERT_TONES,
  alertedName,
  alertHref,
  alertSummary,
  isUnresolved,
  lastStep,
  momentText,
} from './alert-summary.ts'
export { alertTimeline, type TimelineStep, triggerText } from './alert-timeline.ts'
export { AlertToasts } from './alert-toasts.tsx'
export { AlertBell, OpenAlertsCount } from './open-alerts.tsx'
