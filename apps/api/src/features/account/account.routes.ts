import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { callerOf } from '../session/index.ts'
import { listSessions, readProfile, savePreferences } from './account.service.ts'
import { createSecondFactorService } from './second-factor.service.ts'

/** Creates the calls about the user's own account. */
export function accountRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  return [...profileRoutes(parts), ...ownSessionRoutes(parts), ...secondFactorRoutes(parts)]
}

function profileRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const { access } = parts
  return [
    serve(calls.ownProfile)<Actor>(async (_input, { actor }) => ({
      data: await readProfile(parts, sessionOf(actor)),
    })),
    serve(calls.savePreferences)<Actor>(async ({ body }, { actor }) => {
      await savePreferences(parts, sessionOf(actor), body)
      return { err: 0, message: messages.preferencesSaved }
    }),
    serve(calls.requestPassword)<Actor>(async ({ body }, { request }) => {
      await access.passwordRequests.add(body.username, request.ip ?? '')
      return { err: 0, message: messages.passwordRequested }
    }),
  ]
}

function ownSessionRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const { access } = parts
  return [
    serve(calls.ownSessions)<Actor>(async (_input, { actor }) => ({
      data: await listSessions(parts, sessionOf(actor)),
    })),
    serve(calls.endOtherSessions)<Actor>(async (_input, { actor }) => {
      const { userId, sessionId } = sessionOf(actor)
      await access.sessions.end({ userId, except: sessionId }, 'expired')
      return { err: 0, message: messages.sessionsEnded }
    }),
    serve(calls.endOwnSession)<Actor>(async ({ params }, { actor }) => {
      const { userId } = sessionOf(actor)
      const sessions = await access.sessions.list(userId)
      if (!sessions.some(({ _id }) => _id === params.id)) throw notFound()
      await access.sessions.end({ userId, sessionId: params.id }, 'expired')
      return { err: 0, message: messages.sessionsEnded }
    }),
  ]
}

function secondFactorRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const { access } = parts
  const secondFactor = createSecondFactorService(parts)
  return [
    serve(calls.startSecondFactor)<Actor>(async ({ body }, { actor, request }) => {
      const caller = callerOf(access, request)
      const data = await secondFactor.start(sessionOf(actor), { ...caller, ...body })
      return { err: 0, message: messages.done, data }
    }),
    serve(calls.confirmSecondFactor)<Actor>(async ({ body }, { actor }) => {
      const recoveryCodes = await secondFactor.confirm(sessionOf(actor), body.code)
      return { err: 0, message: messages.secondFactorSetUp, recoveryCodes }
    }),
    serve(calls.renewRecoveryCodes)<Actor>(async ({ body }, { actor, request }) => {
      const confirmation = { ...callerOf(access, request), ...body }
      const recoveryCodes = await secondFactor.renewRecoveryCodes(sessionOf(actor), confirmation)
      return { err: 0, message: messages.recoveryCodesMade, recoveryCodes }
    }),
    serve(calls.removeSecondFactor)<Actor>(async ({ body }, { actor, request }) => {
      await secondFactor.remove(sessionOf(actor), { ...callerOf(access, request), ...body })
      return { err: 0, message: messages.secondFactorRemoved }
    }),
  ]
}
