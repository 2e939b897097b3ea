import type { Logger, ServiceMetrics } from '@wardtrack/service-kit'
import type { AuditLog } from './audit-log.ts'
import type { LockOut } from './sign-in-throttle.ts'

/** Reports blocked attempts: a separate log line, a metric, and an entry of the audit log. */
export function createLockOutAlarm(parts: {
  log: Logger
  audit: Pick<AuditLog, 'note'>
  metrics?: ServiceMetrics
}): (lockOut: LockOut) => void {
  const counter = parts.metrics?.counter(
    'wardtrack_sign_in_lock_outs_total',
    'Times that failed sign-ins were shut out, by what they were counted by',
    ['kind'],
  )
  return ({ kind, attempt: { address, userId }, seconds }) => {
    counter?.inc({ kind })
    // The name of an unknown account is not stored: it may be a password typed into the wrong field.
    const user = userId === undefined ? {} : { userId }
    parts.log.warn({ alarm: 'lock-out', kind, address, seconds, ...user }, 'failed sign-ins are shut out')
    parts.audit.note({
      action: `lock-out by ${kind}`,
      address,
      ...(userId === undefined ? {} : { target: { type: 'user', id: userId } }),
    })
  }
}
