import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { changePassword, checkNamedSession, signIn } from './session.service.ts'

/** The calls of a session: signing in and out, and what it may know about itself. */
export function sessionRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const { db, access } = parts
  return [
    serve(calls.verify)<Actor>(async ({ body }, { request, target }) => {
      const { user, sessionId, token } = await signIn(db, access, { ...body, address: request.ip ?? '' })
      target('user', user._id.toHexString())
      const { username, patientDataAccess } = user
      const message = messages.signedIn
      return { err: 0, verify: true, message, AccessToken: token, username, sessionId, patientDataAccess }
    }),
    serve(calls.isConfigured)<Actor>((_input, { actor }) => ({
      config: sessionOf(actor).configured ? 1 : 0,
    })),
    serve(calls.patientDataAccess)<Actor>((_input, { actor }) => ({
      patientDataAccess: sessionOf(actor).patientDataAccess,
    })),
    serve(calls.getAllowedRoutes)<Actor>((_input, { actor }) => ({
      allowedRoutes: sessionOf(actor).allowedRoutes,
    })),
    serve(calls.logout)<Actor>(async ({ body }, { actor }) => {
      const { sessionId } = sessionOf(actor)
      checkNamedSession(sessionOf(actor), body)
      await access.sessions.end({ sessionId }, 'logout')
      return { err: 0, message: messages.signedOut }
    }),
    serve(calls.changePassword)<Actor>(async ({ body }, { actor, request }) => {
      await changePassword(parts, sessionOf(actor), { ...body, address: request.ip ?? '' })
      return { err: 0, message: messages.passwordChanged }
    }),
  ]
}
