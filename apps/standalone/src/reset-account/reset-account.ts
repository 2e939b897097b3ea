import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { type AccountReset, AccountResetError, resetAccount } from '@wardtrack/access'
import { openDatabase } from '@wardtrack/database'
import { createLog } from '@wardtrack/service-kit'
import { readAuditSecrets } from '../audit-secrets.ts'
import type { StandaloneSettings } from '../config.ts'
import { reachStore } from '../embedded-store.ts'

type ResetSettings = Pick<
  StandaloneSettings,
  'WARDTRACK_DATA_DIR' | 'MONGODB_URI' | 'JWT_SECRET' | 'WARDTRACK_AUDIT_SECRET' | 'WARDTRACK_STORE'
>

/**
 * Resets an account beside the server, whether or not the server runs, on the embedded store and on a MongoDB.
 * @param bcryptCost differs from the product's only in tests
 * @throws AccountResetError with one clear line
 */
export async function resetAccountOf(
  settings: ResetSettings,
  username: string,
  bcryptCost?: number,
): Promise<AccountReset> {
  const dataDir = resolve(settings.WARDTRACK_DATA_DIR)
  if (!settings.MONGODB_URI && !existsSync(join(dataDir, 'store')))
    throw new AccountResetError(
      `there is no store in ${dataDir}: set WARDTRACK_DATA_DIR or MONGODB_URI as for the server`,
    )
  const auditSecrets = await readAuditSecrets(settings, dataDir).catch((error: unknown) => {
    throw new AccountResetError(
      `${join(dataDir, 'jwt-secret')} cannot be read: set JWT_SECRET or WARDTRACK_AUDIT_SECRET as for the server`,
      { cause: error },
    )
  })
  const store = await reachStore(dataDir, settings)
  try {
    const db = await openDatabase(store.uri, { poolSize: 2 })
    const log = createLog({ service: 'reset-account', level: 'silent', stdout: true })
    const systemUser = userInfo().username
    try {
      return await resetAccount(
        { db, log, auditSecrets, systemUser, ...(bcryptCost === undefined ? {} : { bcryptCost }) },
        username,
      )
    } finally {
      await db.close()
    }
  } finally {
    await store.close?.()
  }
}
