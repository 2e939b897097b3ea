import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack } from '../shapes/common.ts'
import { isEasyToGuess } from '../shapes/password.ts'

/** No leading, trailing or double white space. */
const loginText = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(500)
    .refine((value) => value === '' || /^\S+(?: \S+)*$/.test(value), messages.spaceNotAllowed)

const passwordBytes = (value: string): number => new TextEncoder().encode(value).length

/** A new password: the login form's space rule, 10..72 bytes (bcrypt reads no more), not easy to guess. */
export const newPassword = loginText(messages.passwordRequired)
  .refine((value) => passwordBytes(value) >= 10 && passwordBytes(value) <= 72, {
    error: messages.passwordRule,
    abort: true,
  })
  .refine((value) => !isEasyToGuess(value), messages.passwordCommon)

export const sessionCalls = {
  verify: defineCall(routes.verify, {
    summary: 'Sign in',
    bodyLimit: 8 * 1024,
    verifyFalse: true,
    body: z.object({
      username: loginText(messages.usernameRequired),
      password: loginText(messages.passwordRequired),
      authenticationMethod: z.literal('Password'),
    }),
    response: z.object({
      err: z.literal(0),
      verify: z.literal(true),
      message: z.string(),
      AccessToken: z.string(),
      username: z.string(),
      sessionId: z.string(),
      patientDataAccess: z.boolean(),
    }),
  }),
  isConfigured: defineCall(routes.isConfigured, {
    summary: 'Whether the system is configured',
    response: z.object({ config: z.union([z.literal(0), z.literal(1)]) }),
  }),
  patientDataAccess: defineCall(routes.patientDataAccess, {
    summary: "The caller's patient-data flag",
    response: z.object({ patientDataAccess: z.boolean() }),
  }),
  getAllowedRoutes: defineCall(routes.getAllowedRoutes, {
    summary: 'Pages the caller may open',
    response: z.object({ allowedRoutes: z.array(z.string()) }),
  }),
  logout: defineCall(routes.logout, {
    summary: 'End the session',
    share: 'none',
    body: z.object({ username: z.string().optional(), accessToken: z.string().optional() }).default({}),
    response: ack,
  }),
  changePassword: defineCall(routes.changePassword, {
    summary: "Change one's own password",
    body: z.object({ currentPassword: loginText(messages.passwordRequired), newPassword }),
    response: ack,
  }),
}
