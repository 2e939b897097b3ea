import { type Access, createAccess } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { TEST_JWT_SECRET } from '@wardtrack/test-kit'
import type { ApiTest } from './api-test.ts'

/**
 * The access of another process over the same store, whose watch of the audit log has seen nothing yet.
 * @param auditSecrets secrets of the audit log, the one in use first
 */
export function openSecondAccess(
  { parts: { db, bus, log, keyRing } }: ApiTest,
  auditSecrets: readonly [string, ...string[]] = [TEST_JWT_SECRET],
): Access {
  const settings = { cacheMode: 'shared', jwtSecret: TEST_JWT_SECRET, auditSecrets, bcryptCost: 4 } as const
  return createAccess({ db, bus, log, keyRing, ...settings })
}

/** Another process's audit log over the same store. */
export function createAuditLog(api: ApiTest) {
  const { audit } = openSecondAccess(api)
  return {
    flush: () => audit.flush(),
    close: () => audit.close(),
    record: (requestId: string) =>
      audit.sink({
        call: calls.isConfigured,
        actor: undefined,
        address: '',
        status: 200,
        requestId,
        time: new Date(),
      }),
  }
}

/** Empties the audit log once everything that was to be noted is stored. */
export async function clearAuditLog({ parts: { access, db } }: ApiTest): Promise<void> {
  await access.audit.flush()
  await db.driver.audit.deleteMany({})
}
