import { type Database, trusted } from '@wardtrack/database'
import { type Logger, withTimeLimit } from '@wardtrack/service-kit'
import { createAuditKeys } from './audit-chain.ts'
import { createAuditLog } from './audit-log.ts'
import { oneTimePasswordEnd } from './one-time-password.ts'
import { createPasswords, generatePassword } from './passwords.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

/** Result of a reset, to be printed once. */
export type AccountReset = {
  /** as the store spells it */
  username: string
  /** a one-time password */
  password: string
  /** time at which the password expires */
  expiresAt: Date
  hadSecondFactor: boolean
  isLocked: boolean
}

/** Dependencies of a reset. Only tests change `bcryptCost` and `now`. */
export type ResetParts = {
  db: Database
  log: Logger
  /** secrets of the audit log, the same as the server's */
  auditSecrets: readonly [string, ...string[]]
  /** operating system user who runs the reset, for the audit log */
  systemUser: string
  bcryptCost?: number
  now?: () => number
}

/** The reason why an account was not reset, in one line for the person who runs the reset. */
export class AccountResetError extends Error {}

const AUDIT_MS = 10_000

/**
 * Resets an account while the server may run: new one-time password, no second factor, no block by attempts, no
 * sessions. Privileges, the patient-data flag and an administrator's lock stay. The audit log records the reset
 * first; when that fails, the account is not reset.
 * @throws AccountResetError
 */
export async function resetAccount(parts: ResetParts, username: string): Promise<AccountReset> {
  const { db, now = Date.now } = parts
  const user = await db.models.users.findOne({ usernameKey: username.toLowerCase() })
  if (!user) throw new AccountResetError(`there is no account ${username}`)
  await noteReset(parts, user._id.toHexString())
  const password = generatePassword()
  const passwordHash = await createPasswords(parts.bcryptCost).hash(password)
  const passwordExpiresAt = await oneTimePasswordEnd(db, now())
  await db.models.users.updateOne(
    { _id: user._id },
    {
      $set: { passwordHash, mustChangePassword: true, passwordExpiresAt },
      $unset: { secondFactor: 1, pendingSecondFactor: 1, passwordRequest: 1 },
    },
  )
  await createSignInThrottle(db).lift(user.username)
  // Running processes read the session at each request, and check the sessions of live streams from time to time.
  await db.models.sessions.deleteMany({ userId: user._id })
  return {
    username: user.username,
    password,
    expiresAt: passwordExpiresAt,
    hadSecondFactor: user.secondFactor !== undefined,
    isLocked: user.locked,
  }
}

async function noteReset({ db, log, auditSecrets, systemUser }: ResetParts, userId: string): Promise<void> {
  const keys = createAuditKeys(auditSecrets)
  const [newest] = await db.models.audit
    .find({ keyId: trusted({ $exists: true }) })
    .sort({ _id: -1 })
    .limit(1)
  // The server would report an entry with another key as a break of the chain.
  if (newest?.keyId !== undefined && !keys.byId.has(newest.keyId))
    throw new AccountResetError(
      'the audit log is written with another secret: set JWT_SECRET and WARDTRACK_AUDIT_SECRET as for the server',
    )
  const audit = createAuditLog(db, log, keys.current)
  audit.note({
    action: 'reset account',
    address: '',
    target: { type: 'user', id: userId },
    outcome: 'ok',
    status: 200,
    details: { command: 'reset-account', systemUser },
  })
  try {
    await withTimeLimit(audit.flush(), AUDIT_MS)
  } catch (error) {
    throw new AccountResetError('the audit log cannot be written', { cause: error })
  } finally {
    await audit.close()
  }
}
