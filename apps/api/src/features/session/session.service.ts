import { isCommonPassword, type ServiceParts, type SessionActor } from '@wardtrack/access'
import { isEasyToGuess, messages } from '@wardtrack/contracts'
import { type Database, Types, type UserDoc } from '@wardtrack/database'
import { invalid, invalidMember, unauthenticated } from '@wardtrack/service-kit'
import type { Caller } from './caller.ts'
import { confirmOwner } from './sign-in.ts'

/**
 * Changes the user's own password. All other sessions of the account end, and a one-time password becomes a permanent
 * one.
 * @throws ApiError 400 for a wrong current password or an invalid new one, 429 after too many wrong ones
 */
export async function changePassword(
  parts: ServiceParts,
  actor: SessionActor,
  change: Caller & { currentPassword: string; newPassword: string },
): Promise<void> {
  const { db, access } = parts
  const { currentPassword: password, newPassword, ...caller } = change
  await checkNewPassword(newPassword, actor.username)
  const user = await findAccount(db, actor)
  if (await confirmOwner(parts, user, { ...caller, password }))
    throw invalidMember('currentPassword', messages.wrongPassword)
  if (newPassword === password) throw invalidMember('newPassword', messages.passwordUnchanged)
  const passwordHash = await access.passwords.hash(newPassword)
  await db.models.users.updateOne(
    { _id: user._id },
    { $set: { passwordHash }, $unset: { mustChangePassword: 1, passwordExpiresAt: 1 } },
  )
  await access.sessions.end({ userId: actor.userId, except: actor.sessionId }, 'password')
}

/** Finds the account of a session. @throws ApiError 401 when it is deleted */
export async function findAccount(db: Database, { userId }: SessionActor): Promise<UserDoc> {
  const user = await db.models.users.findOne({ _id: new Types.ObjectId(userId) })
  if (!user) throw unauthenticated()
  return user
}

/** Checks a new password against its user, which the request schema cannot know. @throws ApiError 400 */
export async function checkNewPassword(
  password: string,
  username: string,
  path = 'newPassword',
): Promise<void> {
  if (password.toLowerCase() === username.toLowerCase()) throw invalidMember(path, messages.passwordRule)
  if (isEasyToGuess(password, username) || (await isCommonPassword(password)))
    throw invalidMember(path, messages.passwordCommon)
}

/**
 * Checks that a sign-out names no other session. Any token of the session is accepted: the client's token may have
 * been replaced during the request.
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

/**
 * Reads the session id in a token. The id is only compared and grants nothing: the bearer token was already verified.
 */
function sessionIdIn(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'sid') : undefined
  } catch {
    return undefined
  }
}
