import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { callerOf } from './caller.ts'
import { changePassword, checkNamedSession } from './session.service.ts'
import { signIn } from './sign-in.ts'

/** Creates the calls of a session: sign-in, sign-out, and information about the session. */
export function sessionRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const { access, bases } = parts
  return [
    serve(calls.verify)<Actor>(async ({ body }, { request, response, target }) => {
      const caller = callerOf(access, request)
      const { user, sessionId, token } = await signIn(parts, body, caller, (userId) => target('user', userId))
      const cookie = { path: `${bases.api}/user`, secure: request.secure }
      response.append('Set-Cookie', access.devices.write(caller.device, user.username, cookie))
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
      await changePassword(parts, sessionOf(actor), { ...body, ...callerOf(access, request) })
      return { err: 0, message: messages.passwordChanged }
    }),
  ]
}
