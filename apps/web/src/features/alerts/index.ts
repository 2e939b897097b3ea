export { AlertDetail } from './alert-detail.tsx'
export { AlertList } from './alert-list.tsx'
export { AlertToasts } from './alert-toasts.tsx'
export { AlertBell, OpenAlertsCount, useOpenAlerts } from './open-alerts.tsx'
