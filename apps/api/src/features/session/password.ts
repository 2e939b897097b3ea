import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { invalidMember, unauthenticated } from '@wardtrack/service-kit'
import { passwordIsRight } from './sign-in.ts'

/**
 * Changes one's own password (row 6); every other session of the account ends.
 * @throws Refusal 400 for a wrong current password or a new one against the rule, 429 after too many wrong ones
 */
export async function changePassword(
  { db, access }: ServiceParts,
  actor: SessionActor,
  change: { currentPassword: string; newPassword: string; address: string },
): Promise<void> {
  const { currentPassword: password, newPassword, address } = change
  if (newPassword.toLowerCase() === actor.username.toLowerCase())
    throw invalidMember('newPassword', messages.passwordRule)
  const user = await db.models.users.findOne({ _id: new Types.ObjectId(actor.userId) })
  if (!user) throw unauthenticated()
  if (!(await passwordIsRight(access, user, { account: user.username, password, address })))
    throw invalidMember('currentPassword', messages.wrongPassword)
  const passwordHash = await access.passwords.hash(newPassword)
  await db.models.users.updateOne({ _id: user._id }, { $set: { passwordHash } })
  await access.sessions.end({ userId: actor.userId, except: actor.sessionId }, 'password')
}
