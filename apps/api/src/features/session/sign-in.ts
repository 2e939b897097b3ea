import type { Access, ServiceParts, SignInAttempt } from '@wardtrack/access'
import { MAX_PASSWORD_BYTES, messages } from '@wardtrack/contracts'
import type { UserDoc } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'
import { attemptOf, type Caller } from './caller.ts'

/** Result of a sign-in. */
export type SignedIn = { user: UserDoc; sessionId: string; token: string }

/** Typed name, password and optional code. */
type Credentials = { username: string; password: string; code?: string | undefined }

/**
 * Signs a user in. A lock or an expired one-time password is revealed only after the right password and, with a
 * second factor, the right code. The need for a code is revealed only after the right password. A wrong code is
 * answered like a wrong password.
 * @param onAccount called with the requested account, whatever the result
 * @throws ApiError `invalid_credentials`, `second_factor_required`, `account_locked`, `password_expired`,
 * `too_many_attempts`
 */
export async function signIn(
  { db, access }: ServiceParts,
  credentials: Credentials,
  caller: Caller,
  onAccount: (userId: string) => void,
): Promise<SignedIn> {
  const { username, password, code } = credentials
  const user = await db.models.users.findOne({ usernameKey: username.toLowerCase() })
  if (user) onAccount(user._id.toHexString())
  const attempt = attemptOf(access, user, username, caller)
  const refused = (): ApiError =>
    new ApiError(
      'invalid_credentials',
      code === undefined ? messages.invalidCredentials : messages.invalidCredentialsOrCode,
    )
  const isRight = await tryPassword(access, user, password, attempt)
  if (!isRight || !user) throw refused()
  if (user.secondFactor && code === undefined) {
    await access.throttle.undecided(attempt)
    throw new ApiError('second_factor_required', messages.codeNeeded, {
      errors: [{ path: 'code', message: messages.codeNeeded }],
    })
  }
  if (user.secondFactor && !(await isRightCode(access, user, code ?? '', attempt))) throw refused()
  await access.throttle.succeeded(attempt)
  if (user.locked) throw new ApiError('account_locked', messages.accountLocked)
  if (access.setup.isPasswordExpired(user)) throw new ApiError('password_expired', messages.passwordExpired)
  return beginSession({ db, access }, user, caller)
}

async function beginSession(
  { db, access }: Pick<ServiceParts, 'db' | 'access'>,
  user: UserDoc,
  { address, userAgent }: Caller,
): Promise<SignedIn> {
  const { sessionId, token } = await access.sessions.create(user, { address, userAgent })
  const signedIn = { lastLoginAt: new Date(), lastLoginAddress: address }
  await db.models.users.updateOne({ _id: user._id }, { $set: signedIn, $unset: { passwordRequest: 1 } })
  return { user, sessionId, token }
}

/**
 * Verifies a password of an account. Attempts are throttled before hashing, and unknown accounts cost the same as
 * known ones. An attempt counts as failed until it succeeds.
 * @throws ApiError `too_many_attempts`
 */
async function tryPassword(
  access: Access,
  user: UserDoc | null,
  password: string,
  attempt: SignInAttempt,
): Promise<boolean> {
  // An attempt that the server cannot check does not count as failed.
  access.passwords.checkRoom()
  await access.throttle.begin(attempt)
  const matches = await access.passwords.matches(password, user?.passwordHash)
  // bcrypt ignores later bytes: a longer text that begins with the password must not match.
  return matches && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
}

/** @throws ApiError `too_many_attempts` */
async function isRightCode(
  access: Access,
  user: UserDoc,
  code: string,
  attempt: SignInAttempt,
): Promise<boolean> {
  await access.throttle.beginCode(attempt)
  const isRight = await access.secondFactor.accept(user, code)
  if (isRight) await access.throttle.codeSucceeded(attempt)
  return isRight
}

/** Credentials that a signed-in user repeats before an important change. */
export type Confirmation = Caller & { password: string; code?: string | undefined }

/**
 * Verifies the owner of an account again, throttled like a sign-in.
 * @param confirmation `code`: verified when present, even if empty
 * @returns the error, if any
 * @throws ApiError `too_many_attempts`
 */
export async function confirmOwner(
  { access }: Pick<ServiceParts, 'access'>,
  user: UserDoc,
  confirmation: Confirmation,
): Promise<'password' | 'code' | undefined> {
  const { password, code, ...caller } = confirmation
  const attempt = attemptOf(access, user, user.username, caller)
  if (!(await tryPassword(access, user, password, attempt))) return 'password'
  if (code !== undefined && !(await isRightCode(access, user, code, attempt))) return 'code'
  await access.throttle.succeeded(attempt)
  return undefined
}
