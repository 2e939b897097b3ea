import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, id } from '../shapes/common.ts'
import { ownProfile, ownSession, preferences } from '../shapes/people.ts'
import { loginText, secondFactorCode } from './session.ts'

const password = loginText(messages.passwordRequired)
const recoveryCodes = ack.extend({ recoveryCodes: z.array(z.string()) })
const confirmed = z.object({ password, code: secondFactorCode })

/** Calls about the user's own account. */
export const accountCalls = {
  ownProfile: defineCall(routes.ownProfile, {
    summary: "One's own account, and what has to be done before it opens anything",
    share: 'none',
    response: z.object({ data: ownProfile }),
  }),
  savePreferences: defineCall(routes.savePreferences, {
    summary: 'Keep how the console looks; what is left out stays as it is, table by table',
    bodyLimit: 8 * 1024,
    body: preferences,
    response: ack,
  }),
  ownSessions: defineCall(routes.ownSessions, {
    summary: "One's own sessions, the one used last first",
    response: z.object({ data: z.array(ownSession) }),
  }),
  endOtherSessions: defineCall(routes.endOtherSessions, {
    summary: "End one's own sessions, except the one that asks",
    share: 'none',
    body: z.object({}).default({}),
    response: ack,
  }),
  endOwnSession: defineCall(routes.endOwnSession, {
    summary: "End one of one's own sessions",
    share: 'none',
    params: z.object({ id }),
    response: ack,
  }),
  startSecondFactor: defineCall(routes.startSecondFactor, {
    summary: 'Make the secret of an authenticator app; it counts once a code of it was given',
    bodyLimit: 8 * 1024,
    body: z.object({ password: password.optional() }).default({}),
    response: ack.extend({ data: z.object({ secret: z.string(), uri: z.string() }) }),
  }),
  confirmSecondFactor: defineCall(routes.confirmSecondFactor, {
    summary: 'Set up the second factor by a first code; the recovery codes are shown this once',
    bodyLimit: 8 * 1024,
    body: z.object({ code: secondFactorCode }),
    response: recoveryCodes,
  }),
  renewRecoveryCodes: defineCall(routes.renewRecoveryCodes, {
    summary: 'Make new recovery codes; the old ones are void',
    bodyLimit: 8 * 1024,
    body: confirmed,
    response: recoveryCodes,
  }),
  removeSecondFactor: defineCall(routes.removeSecondFactor, {
    summary: "Remove one's own second factor",
    bodyLimit: 8 * 1024,
    body: confirmed,
    response: ack,
  }),
  requestPassword: defineCall(routes.requestPassword, {
    summary:
      'Tell the administrators that somebody has forgotten a password; the answer is the same for every name',
    bodyLimit: 8 * 1024,
    body: z.object({ username: loginText(messages.usernameRequired) }),
    response: ack,
  }),
}
