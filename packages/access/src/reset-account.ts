import { type Database, trusted } from '@wardtrack/database'
import { type Logger, withTimeLimit } from '@wardtrack/service-kit'
import { createAuditKeys } from './audit-chain.ts'
import { createAuditLog } from './audit-log.ts'
import { oneTimePasswordEnd } from './one-time-password.ts'
import { createPasswords, generatePassword } from './passwords.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

/** What an account was given back, to be printed once. */
export type AccountReset = {
  /** as it is written in the store */
  username: string
  /** a one-time password */
  password: string
  /** until when it opens a session */
  expiresAt: Date
  hadSecondFactor: boolean
  isLocked: boolean
}

/** What a reset is made with. `bcryptCost` and `now` differ from the product's only in tests. */
export type ResetParts = {
  db: Database
  log: Logger
  /** secrets of the audit log, as the server has them */
  auditSecrets: readonly [string, ...string[]]
  /** who asks, as the machine knows that person: noted in the audit log */
  systemUser: string
  bcryptCost?: number
  now?: () => number
}

/** Why an account was not reset, in a line for the person who asks. */
export class AccountResetError extends Error {}

const AUDIT_MS = 10_000

/**
 * Gives an account back to its owner, beside the server: a new one-time password, no second factor, no lock-out by
 * attempts, no sessions. Privileges, the patient-data flag and a lock by an administrator stay. It is noted in the audit
 * log before it is done; without that nothing is done.
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
  // Processes that run read the session at each request, and look for those of live streams from time to time.
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
  // An entry with another key would look like a break to the server.
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
