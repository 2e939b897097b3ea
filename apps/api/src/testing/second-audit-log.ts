import { createAccess } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { TEST_JWT_SECRET } from '@wardtrack/test-kit'
import type { ApiTest } from './api-test.ts'

/** Another process's audit log over the same store, for tests. */
export function createAuditLog({ parts }: ApiTest) {
  const { db, bus, log, keyRing } = parts
  const { audit } = createAccess({
    db,
    bus,
    log,
    keyRing,
    cacheMode: 'shared',
    jwtSecret: TEST_JWT_SECRET,
    bcryptCost: 4,
  })
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
