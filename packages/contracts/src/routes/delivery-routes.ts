import { pages, type RouteSpec } from './route-spec.ts'

const access = pages(['mirth-settings'])

/** Addresses of the calls about deliveries to Mirth; its addresses are a settings pair. */
export const mirthRoutes = {
  mirthDeliveries: { service: 'api', method: 'GET', path: '/mirth/deliveries', access },
  testMirthAddress: { service: 'api', method: 'POST', path: '/mirth/test', access },
  pauseMirthAddress: { service: 'api', method: 'POST', path: '/mirth/pause', access },
  makeMirthSecret: { service: 'api', method: 'POST', path: '/mirth/secret', access },
  countMirthRedelivery: { service: 'api', method: 'POST', path: '/mirth/redelivery/count', access },
  startMirthRedelivery: { service: 'api', method: 'POST', path: '/mirth/redelivery', access },
} as const satisfies Record<string, RouteSpec>

const mailAccess = pages(['admin-config'])

/** Addresses of the calls about mail and other messages of rules; the mail server is a settings pair. */
export const mailRoutes = {
  testMail: { service: 'api', method: 'POST', path: '/mail/test', access: mailAccess },
  ruleDeliveries: { service: 'api', method: 'GET', path: '/mail/deliveries', access: mailAccess },
  repeatRuleDelivery: { service: 'api', method: 'POST', path: '/mail/deliveries/repeat', access: mailAccess },
} as const satisfies Record<string, RouteSpec>
