import type { Access, KnownDevice, ServiceParts, SessionActor } from '@wardtrack/access'
import { isEasyToGuess, messages } from '@wardtrack/contracts'
import { type Database, Types, type UserDoc } from '@wardtrack/database'
import { ApiError, invalid, invalidMember, unauthenticated } from '@wardtrack/service-kit'

/** bcrypt reads no further than this: a longer text must not pass for its beginning. */
const MAX_PASSWORD_BYTES = 72

/**
 * Whether a password is an account's. Throttled before anything is hashed, and an unknown account costs what a known
 * one does.
 * @throws ApiError `too_many_attempts`
 */
async function isRightPassword(
  access: Access,
  user: UserDoc | null,
  { password, account, caller }: { password: string; account: string; caller: Caller },
): Promise<boolean> {
  const { device, address } = caller
  const isKnown = device !== undefined && access.devices.isKnownTo(device, account)
  const attempt = {
    account,
    address,
    ...(user ? { userId: user._id.toHexString() } : {}),
    ...(isKnown ? { knownDevice: device.id } : {}),
    isFirstAccountHere: caller.isFromThisMachine && user?.builtIn === true,
  }
  // An attempt that cannot be judged does not count as failed.
  access.passwords.checkRoom()
  await access.throttle.begin(attempt)
  const matches = await access.passwords.matches(password, user?.passwordHash)
  const isRight = matches && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
  if (isRight) await access.throttle.succeeded(attempt)
  return isRight
}

/** Where a password comes from. */
export type Caller = {
  address: string
  /** the browser, when its cookie says that somebody signed in with it before */
  device: KnownDevice | undefined
  /** asked by a program on the machine of the service, and through no proxy */
  isFromThisMachine: boolean
}

/** What a sign-in gives. */
export type SignedIn = { user: UserDoc; sessionId: string; token: string }

/**
 * Signs a person in. Whether an account is locked is said only to who knows its password.
 * @param onAccount is called with the account that was asked for, whatever the outcome
 * @throws ApiError `invalid_credentials`, `account_locked`, `too_many_attempts`
 */
export async function signIn(
  db: Database,
  access: Access,
  { username, password, ...caller }: Caller & { username: string; password: string },
  onAccount: (userId: string) => void,
): Promise<SignedIn> {
  const user = await db.models.users.findOne({ usernameKey: username.toLowerCase() })
  if (user) onAccount(user._id.toHexString())
  const isRight = await isRightPassword(access, user, { account: username, password, caller })
  if (!isRight || !user) throw new ApiError('invalid_credentials', messages.invalidCredentials)
  if (user.locked) throw new ApiError('account_locked', messages.accountLocked)
  const { sessionId, token } = await access.sessions.create(user)
  await db.models.users.updateOne({ _id: user._id }, { $set: { lastLoginAt: new Date() } })
  return { user, sessionId, token }
}

/**
 * Changes one's own password; every other session of the account ends.
 * @throws ApiError 400 for a wrong current password or a new one against the rule, 429 after too many wrong ones
 */
export async function changePassword(
  { db, access }: ServiceParts,
  actor: SessionActor,
  change: Caller & { currentPassword: string; newPassword: string },
): Promise<void> {
  const { currentPassword: password, newPassword, ...caller } = change
  if (newPassword.toLowerCase() === actor.username.toLowerCase())
    throw invalidMember('newPassword', messages.passwordRule)
  if (isEasyToGuess(newPassword, actor.username)) throw invalidMember('newPassword', messages.passwordCommon)
  const user = await db.models.users.findOne({ _id: new Types.ObjectId(actor.userId) })
  if (!user) throw unauthenticated()
  if (!(await isRightPassword(access, user, { account: user.username, password, caller })))
    throw invalidMember('currentPassword', messages.wrongPassword)
  const passwordHash = await access.passwords.hash(newPassword)
  await db.models.users.updateOne({ _id: user._id }, { $set: { passwordHash } })
  await access.sessions.end({ userId: actor.userId, except: actor.sessionId }, 'password')
}

/**
 * Checks that what a sign-out names, if it names anything, is the session that asks. Any token of the session
 * will do: the client may hold one that was replaced while the request was on its way.
 * @throws ApiError 400
 */
export function checkNamedSession(
  actor: SessionActor,
  named: { username?: string | undefined; accessToken?: string | undefined },
): void {
  const errors = []
  if (named.username !== undefined && named.username.toLowerCase() !== actor.username.toLowerCase())
    errors.push({ path: 'username', message: messages.otherSession })
  if (named.accessToken !== undefined && sessionIdIn(named.accessToken) !== actor.sessionId)
    errors.push({ path: 'accessToken', message: messages.otherSession })
  if (errors.length > 0) throw invalid(errors)
}

/** The session a token names. It is compared only, and grants nothing: the bearer token was checked already. */
function sessionIdIn(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'sid') : undefined
  } catch {
    return undefined
  }
}
