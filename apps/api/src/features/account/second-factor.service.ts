import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import type { UserDoc } from '@wardtrack/database'
import { conflict, forbidden, invalidMember } from '@wardtrack/service-kit'
import { type Confirmation, confirmOwner, findAccount } from '../session/index.ts'

/** Creates the service for users' own second factor. Every change requires the password again. */
export function createSecondFactorService(parts: ServiceParts) {
  const { db, access, bus } = parts
  const { secondFactor } = access
  const endOtherSessions = ({ userId, sessionId }: SessionActor): Promise<void> =>
    access.sessions.end({ userId, except: sessionId }, 'expired')
  return {
    /**
     * Creates the secret of an authenticator app. A user who must set up the app has just signed in and is not asked
     * again.
     * @throws ApiError 400 for a wrong password, 409 when an app is already set up
     */
    start: async (
      actor: SessionActor,
      { password, ...caller }: Omit<Confirmation, 'password'> & { password?: string | undefined },
    ): Promise<{ secret: string; uri: string }> => {
      const user = await findAccount(db, actor)
      if (user.secondFactor) throw conflict(messages.secondFactorActive)
      if (actor.setup === undefined) await checkOwner(parts, user, { ...caller, password: password ?? '' })
      return secondFactor.start(user)
    },
    /** verifies the first code, and ends the sessions that were started without one. @throws ApiError 400, 409 */
    confirm: async (actor: SessionActor, code: string): Promise<string[]> => {
      const user = await findAccount(db, actor)
      if (user.secondFactor) throw conflict(messages.secondFactorActive)
      const result = await secondFactor.confirm(user, code)
      if (result === 'not-started') throw invalidMember('code', messages.secondFactorNotBegun)
      if (result === 'wrong-code') throw invalidMember('code', messages.wrongCode)
      await endOtherSessions(actor)
      bus.publish('access.changed', { userId: actor.userId })
      return result.recoveryCodes
    },
    /** @throws ApiError 400, 409 when none is set up */
    renewRecoveryCodes: async (actor: SessionActor, confirmation: Confirmation): Promise<string[]> => {
      const user = await activeUser(parts, actor)
      await checkOwner(parts, user, confirmation)
      return secondFactor.renewRecoveryCodes(user._id)
    },
    /** @throws ApiError 400, 403 when it is required, 409 when none is set up */
    remove: async (actor: SessionActor, confirmation: Confirmation): Promise<void> => {
      const user = await activeUser(parts, actor)
      if (await access.setup.isSecondFactorRequired(user)) throw forbidden(messages.secondFactorDemanded)
      await checkOwner(parts, user, confirmation)
      await secondFactor.remove({ _id: user._id })
      await endOtherSessions(actor)
    },
  }
}

/** @throws ApiError 409 */
async function activeUser({ db }: ServiceParts, actor: SessionActor): Promise<UserDoc> {
  const user = await findAccount(db, actor)
  if (!user.secondFactor) throw conflict(messages.secondFactorInactive)
  return user
}

/** @throws ApiError 400 */
async function checkOwner(parts: ServiceParts, user: UserDoc, confirmation: Confirmation): Promise<void> {
  const wrong = await confirmOwner(parts, user, confirmation)
  if (wrong === 'password') throw invalidMember('password', messages.wrongPassword)
  if (wrong === 'code') throw invalidMember('code', messages.wrongCode)
}
