import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, externalId, page, pageSize } from '../shapes/common.ts'
import { notification } from '../shapes/notification.ts'

export const notificationCalls = {
  notifications: defineCall(routes.notifications, {
    summary: 'What rules noticed and the caller is told of, newest first',
    patient: true,
    query: z.object({ pagesize: pageSize(10), page, unread: z.literal('1').optional() }),
    response: z.object({ data: z.array(notification), count: z.number(), unread: z.number() }),
  }),
  readNotification: defineCall(routes.readNotification, {
    summary: 'Mark a notification as read by the caller',
    patient: true,
    params: z.object({ id: externalId }),
    response: ack,
  }),
  readAllNotifications: defineCall(routes.readAllNotifications, {
    summary: 'Mark every notification as read by the caller',
    patient: true,
    response: ack.extend({ unread: z.literal(0) }),
  }),
}
