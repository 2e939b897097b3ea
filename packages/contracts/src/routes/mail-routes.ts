import { pages, type RouteSpec } from './route-spec.ts'

const access = pages(['admin-config'])

/** Addresses of the calls about mail and what else rules send; the mail server itself is a settings pair. */
export const mailRoutes = {
  testMail: { service: 'api', method: 'POST', path: '/mail/test', access },
  ruleDeliveries: { service: 'api', method: 'GET', path: '/mail/deliveries', access },
  repeatRuleDelivery: { service: 'api', method: 'POST', path: '/mail/deliveries/repeat', access },
} as const satisfies Record<string, RouteSpec>
