import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { ASSETS, ASSET_DETAIL, METADATA, NOTIFICATION_RULES } = PAGE_SETS
const assetRules = pages(METADATA, ASSET_DETAIL)
const notificationRules = pages(NOTIFICATION_RULES)
const notificationReaders = pages(ASSETS, NOTIFICATION_RULES)

/** Addresses of the calls of asset rules and notification rules. */
export const notificationRoutes = {
  setRule: { service: 'api', method: 'POST', path: '/setRule', access: assetRules },
  getRule: { service: 'api', method: 'POST', path: '/getRule', access: assetRules },
  removeRule: { service: 'api', method: 'POST', path: '/removeRule', access: assetRules },
  createNotificationRule: {
    service: 'api',
    method: 'POST',
    path: '/filters/notificationRule/create',
    access: notificationRules,
  },
  getNotificationRules: {
    service: 'api',
    method: 'GET',
    path: '/filters/getNotificationRules',
    access: notificationRules,
  },
  notificationRule: {
    service: 'api',
    method: 'GET',
    path: '/filters/notificationRule/{id}',
    access: notificationRules,
  },
  changeNotificationRule: {
    service: 'api',
    method: 'POST',
    path: '/filters/notificationRule/update/{id}',
    access: notificationRules,
  },
  deleteNotificationRule: {
    service: 'api',
    method: 'GET',
    path: '/filters/deleteNotificationRule/{id}',
    access: notificationRules,
  },
  testRuleWebhook: {
    service: 'api',
    method: 'POST',
    path: '/filters/notificationRule/{id}/webhook/test',
    access: notificationRules,
  },
  makeRuleWebhookSecret: {
    service: 'api',
    method: 'POST',
    path: '/filters/notificationRule/{id}/webhook/secret',
    access: notificationRules,
  },
  notificationRecipients: {
    service: 'api',
    method: 'GET',
    path: '/filters/notificationRecipients',
    access: notificationRules,
  },
  notifications: { service: 'api', method: 'GET', path: '/notifications', access: notificationReaders },
  readNotification: {
    service: 'api',
    method: 'POST',
    path: '/notifications/{id}/read',
    access: notificationReaders,
  },
  readAllNotifications: {
    service: 'api',
    method: 'POST',
    path: '/notifications/readAll',
    access: notificationReaders,
  },
} as const satisfies Record<string, RouteSpec>
