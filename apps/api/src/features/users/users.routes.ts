import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createUsersService } from './users.service.ts'

/** The calls by which administrators manage people. */
export function userRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const users = createUsersService(parts)
  return [
    serve(calls.users)<Actor>(({ query }) => users.list(query)),
    serve(calls.user)<Actor>(async ({ params }) => ({ data: await users.read(params.id) })),
    serve(calls.createUser)<Actor>(async ({ body }, { target }) => {
      const created = await users.create(body)
      target('user', created._id)
      return { err: 0, message: messages.userCreated, data: created }
    }),
    serve(calls.changeUser)<Actor>(async ({ params, body }, { actor, target, auditDetails }) => {
      target('user', params.id)
      const { revision: _prepared, ...members } = body
      auditDetails({ changed: Object.keys(members).sort() })
      const changed = await users.change(sessionOf(actor), params.id, body)
      return { err: 0, message: messages.userSaved, data: changed }
    }),
    serve(calls.setUserPassword)<Actor>(async ({ params, body }, { actor, target }) => {
      target('user', params.id)
      const expiresAt = await users.setPassword(sessionOf(actor), params.id, body.password)
      return { err: 0, message: messages.passwordSet, expiresAt: expiresAt.toISOString() }
    }),
    serve(calls.endUserSessions)<Actor>(async ({ params }, { target }) => {
      target('user', params.id)
      await users.endSessions(params.id)
      return { err: 0, message: messages.sessionsEnded }
    }),
    serve(calls.resetSecondFactor)<Actor>(async ({ params }, { actor, target }) => {
      target('user', params.id)
      await users.resetSecondFactor(sessionOf(actor), params.id)
      return { err: 0, message: messages.secondFactorReset }
    }),
    serve(calls.dismissPasswordRequest)<Actor>(async ({ params }, { target }) => {
      target('user', params.id)
      await users.dismissPasswordRequest(params.id)
      return { err: 0, message: messages.done }
    }),
  ]
}
