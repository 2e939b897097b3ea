import { type Actor, type ServiceParts, type SessionActor, sessionOf } from '@wardtrack/access'
import { calls, messages, type PatientDataGrant } from '@wardtrack/contracts'
import { trusted } from '@wardtrack/database'
import { forbidden, notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { createUsersService } from './users.service.ts'
import { userFilter } from './users.store.ts'

type Store = Pick<ServiceParts, 'db'>

const MAX_SHOWN = 100

/** Lists unacknowledged flags that the first account granted without holding the flag. */
async function listPatientDataGrants({ db }: Store): Promise<PatientDataGrant[]> {
  const found = await db.models.users
    .find({ patientDataGrantedAt: trusted({ $exists: true }) })
    .sort({ usernameKey: 1 })
    .limit(MAX_SHOWN)
  return found.flatMap(({ _id, username, patientDataGrantedAt: at }) =>
    at ? [{ userId: _id.toHexString(), username, at: at.toISOString() }] : [],
  )
}

/** Acknowledges such a flag. @throws ApiError 403 for the first account, which granted it, 404 when there is none */
async function acknowledgePatientDataGrant({ db }: Store, actor: SessionActor, id: string): Promise<void> {
  if (actor.builtIn) throw forbidden()
  const granted = { ...userFilter(id), patientDataGrantedAt: trusted({ $exists: true }) }
  const { matchedCount } = await db.models.users.updateOne(granted, { $unset: { patientDataGrantedAt: 1 } })
  if (matchedCount === 0) throw notFound()
}

/** Creates the calls for user administration. */
export function userRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const users = createUsersService(parts)
  return [
    serve(calls.users)<Actor>(({ query }, { actor }) => users.list(sessionOf(actor), query)),
    serve(calls.user)<Actor>(async ({ params }, { actor }) => ({
      data: await users.read(sessionOf(actor), params.id),
    })),
    serve(calls.createUser)<Actor>(async ({ body }, { actor, target, auditDetails }) => {
      const { user, giver } = await users.create(sessionOf(actor), body)
      target('user', user._id)
      if (giver) auditDetails({ patientDataBy: giver })
      return { err: 0, message: messages.userCreated, data: user }
    }),
    serve(calls.changeUser)<Actor>(async ({ params, body }, { actor, target, auditDetails }) => {
      target('user', params.id)
      const { revision: _prepared, ...members } = body
      auditDetails({ changed: Object.keys(members).sort() })
      const { user, giver } = await users.change(sessionOf(actor), params.id, body)
      if (giver) auditDetails({ patientDataBy: giver })
      return { err: 0, message: messages.userSaved, data: user }
    }),
    serve(calls.setUserPassword)<Actor>(async ({ params, body }, { actor, target }) => {
      target('user', params.id)
      const expiresAt = await users.setPassword(sessionOf(actor), params.id, body.password)
      return { err: 0, message: messages.passwordSet, expiresAt: expiresAt.toISOString() }
    }),
    serve(calls.endUserSessions)<Actor>(async ({ params }, { actor, target }) => {
      target('user', params.id)
      await users.endSessions(sessionOf(actor), params.id)
      return { err: 0, message: messages.sessionsEnded }
    }),
    serve(calls.resetSecondFactor)<Actor>(async ({ params }, { actor, target }) => {
      target('user', params.id)
      await users.resetSecondFactor(sessionOf(actor), params.id)
      return { err: 0, message: messages.secondFactorReset }
    }),
    serve(calls.dismissPasswordRequest)<Actor>(async ({ params }, { actor, target }) => {
      target('user', params.id)
      await users.dismissPasswordRequest(sessionOf(actor), params.id)
      return { err: 0, message: messages.done }
    }),
    serve(calls.patientDataGrants)<Actor>(async (_input, { actor }) => ({
      data: await listPatientDataGrants(parts),
      mayAcknowledge: !sessionOf(actor).builtIn,
    })),
    serve(calls.acknowledgePatientDataGrant)<Actor>(async ({ params }, { actor, target }) => {
      target('user', params.id)
      await acknowledgePatientDataGrant(parts, sessionOf(actor), params.id)
      return { err: 0, message: messages.done }
    }),
  ]
}
