export { STORM_MS } from './decide-targets.ts'
export { firstPerAsset, plainMessages } from './notification-answer.ts'
export {
  createNotificationRaiser,
  type RaisedNotification,
} from './notification-raiser.ts'
export { startNotificationRelay } from './notification-relay.ts'
export { notificationRoutes } from './notifications.routes.ts'
export { publishNotifications } from './notifications.service.ts'
export { readReader } from './notifications.store.ts'
