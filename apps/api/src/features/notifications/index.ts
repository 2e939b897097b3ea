export { createNotificationRaiser } from './notification-raiser.ts'
export { startNotificationRelay } from './notification-relay.ts'
export { notificationRoutes } from './notifications.routes.ts'
export { publishNotifications } from './notifications.service.ts'
