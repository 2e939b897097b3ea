import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createNotificationService, type NotificationParts } from './notifications.service.ts'

/** Creates the calls about a user's notifications and their read marks. */
export function notificationRoutes(parts: NotificationParts): ServedCall<Actor>[] {
  const notifications = createNotificationService(parts)
  return [
    serve(calls.notifications)<Actor>(notifications.list),
    serve(calls.readNotification)<Actor>(notifications.read),
    serve(calls.readAllNotifications)<Actor>(notifications.readAll),
  ]
}
