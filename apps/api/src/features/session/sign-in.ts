import type { Access } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import type { Database, UserDoc } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'

/** bcrypt reads no further than this: a longer text must not pass for its beginning. */
const MOST_BYTES = 72

/**
 * Whether a password is an account's. Throttled before anything is hashed, and an unknown account costs what a known
 * one does.
 * @throws Refusal `too_many_attempts`
 */
export async function passwordIsRight(
  access: Access,
  user: UserDoc | null,
  attempt: { account: string; password: string; address: string },
): Promise<boolean> {
  await access.throttle.begin(attempt.account, attempt.address)
  const matches = await access.passwords.matches(attempt.password, user?.passwordHash)
  const right = matches && Buffer.byteLength(attempt.password) <= MOST_BYTES
  if (right) await access.throttle.succeeded(attempt.account, attempt.address)
  return right
}

/** What a sign-in gives. */
export type SignedIn = { user: UserDoc; sessionId: string; token: string }

/**
 * Signs a person in (row 1). Whether an account is locked is said only to who knows its password.
 * @throws Refusal `invalid_credentials`, `account_locked`, `too_many_attempts`
 */
export async function signIn(
  db: Database,
  access: Access,
  attempt: { username: string; password: string; address: string },
): Promise<SignedIn> {
  const { username, password, address } = attempt
  const user = await db.models.users.findOne({ usernameKey: username.toLowerCase() })
  const right = await passwordIsRight(access, user, { account: username, password, address })
  if (!right || !user) throw new ApiError('invalid_credentials', messages.invalidCredentials)
  if (user.locked) throw new ApiError('account_locked', messages.accountLocked)
  const { sessionId, token } = await access.sessions.create(user)
  await db.models.users.updateOne({ _id: user._id }, { $set: { lastLoginAt: new Date() } })
  return { user, sessionId, token }
}
