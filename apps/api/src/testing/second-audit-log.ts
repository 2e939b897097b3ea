import { type Access, createAccess } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { TEST_JWT_SECRET } from '@wardtrack/test-kit'
import type { ApiTest } from './api-test.ts'

/**
 * Opens the access of another process on the same store, whose audit log watch has not run yet.
 * @param auditSecrets secrets of the audit log, the active one first
 */
export function openSecondAccess(
  { parts: { db, bus, log, keyRing } }: ApiTest,
  auditSecrets: readonly [string, ...string[]] = [TEST_JWT_SECRET],
): Access {
  const settings = { cacheMode: 'shared', jwtSecret: TEST_JWT_SECRET, auditSecrets, bcryptCost: 4 } as const
  return createAccess({ db, bus, log, keyRing, ...settings })
}

/** Creates the audit log of another process on the same store. */
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

/** Empties the audit log once all pending entries are stored. */
export async function clearAuditLog({ parts: { access, db } }: ApiTest): Promise<void> {
  await access.audit.flush()
  await db.driver.audit.deleteMany({})
}
