import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack } from '../shapes/common.ts'
import { hasPasswordLength, isEasyToGuess } from '../shapes/password.ts'

/** Creates the shape of a text without leading, trailing or double white space. */
export const loginText = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(500)
    .refine((value) => value === '' || /^\S+(?: \S+)*$/.test(value), messages.spaceNotAllowed)

/**
 * A new password: long enough, not easy to guess, and with the login form's space rule. It needs no particular kinds
 * of characters. Passwords chosen under an earlier rule stay valid.
 */
export const newPassword = loginText(messages.passwordRequired)
  .refine(hasPasswordLength, { error: messages.passwordRule, abort: true })
  .refine((value) => !isEasyToGuess(value), messages.passwordCommon)

/** Code of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const secondFactorCode = z
  .string({ error: messages.codeNeeded })
  .trim()
  .min(1, messages.codeNeeded)
  .max(60)

export const sessionCalls = {
  verify: defineCall(routes.verify, {
    summary: 'Sign in',
    bodyLimit: 8 * 1024,
    verifyFalse: true,
    body: z.object({
      username: loginText(messages.usernameRequired),
      password: loginText(messages.passwordRequired),
      authenticationMethod: z.literal('Password'),
      code: secondFactorCode.optional(),
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
