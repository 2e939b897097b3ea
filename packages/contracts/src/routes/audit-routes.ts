import { pages, type RouteSpec } from './route-spec.ts'

const administrators = pages(['admin-config'])
/** Addresses of the calls of the audit log. */
export const auditRoutes = {
  listAudit: { service: 'api', method: 'GET', path: '/audit', access: administrators },
  verifyAuditLog: {
    service: 'api',
    method: 'GET',
    path: '/audit/verify',
    access: administrators,
    aliases: ['/api/audit/verification'],
  },
  exportAudit: { service: 'api', method: 'GET', path: '/audit/export', access: administrators },
  auditState: { service: 'api', method: 'GET', path: '/audit/state', access: administrators },
  acknowledgeAuditAlarm: {
    service: 'api',
    method: 'POST',
    path: '/audit/acknowledgeAlarm',
    access: administrators,
  },
} as const satisfies Record<string, RouteSpec>
