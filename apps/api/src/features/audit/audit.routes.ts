import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'

/** The call about the audit log itself. */
export function auditRoutes({ access }: Pick<ServiceParts, 'access'>): ServedCall<Actor>[] {
  return [
    serve(calls.verifyAuditLog)<Actor>(async () => {
      const { head, broken, ...counted } = await access.auditWatch.verify()
      return {
        intact: broken === null,
        ...counted,
        head: head && { ...head, time: head.time.toISOString() },
        broken,
      }
    }),
  ]
}
