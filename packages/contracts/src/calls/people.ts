import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, id, iso, page, pageSize, revision, shortName, visible } from '../shapes/common.ts'
import { mailAddressOrNone } from '../shapes/mail.ts'
import { patientDataGrant, user } from '../shapes/people.ts'
import { loginText, newPassword } from './session.ts'

const params = z.object({ id })
const changedUser = ack.extend({ data: user })
const displayName = z.string().trim().max(100).regex(visible.pattern, visible.message)
const privileges = z.array(shortName).max(500)

/** Calls for administrators about users. */
export const peopleCalls = {
  users: defineCall(routes.users, {
    summary: 'People, by username',
    query: z.object({
      pagesize: pageSize(10),
      page,
      search: z.string().trim().max(200).regex(visible.pattern, visible.message).optional(),
      /** `true` for only the users who asked for a new password */
      asking: z.enum(['true', 'false']).optional(),
    }),
    response: z.object({
      data: z.array(user),
      count: z.number(),
      /** number of users who wait for a new password, regardless of the search */
      asking: z.number(),
      /** true if the caller may grant the patient-data flag */
      mayGivePatientData: z.boolean(),
    }),
  }),
  user: defineCall(routes.user, {
    summary: 'A person',
    params,
    response: z.object({ data: user }),
  }),
  createUser: defineCall(routes.createUser, {
    summary: 'Create a user with a one-time password',
    bodyLimit: 64 * 1024,
    body: z.object({
      username: loginText(messages.usernameRequired)
        .min(3, messages.usernameRule)
        .max(60, messages.usernameRule)
        .regex(visible.pattern, visible.message),
      password: newPassword,
      displayName: displayName.default(''),
      email: mailAddressOrNone.default(''),
      privileges: privileges.default([]),
      patientDataAccess: z.boolean().default(false),
      secondFactorRequired: z.boolean().default(false),
    }),
    response: changedUser,
  }),
  changeUser: defineCall(routes.changeUser, {
    summary: 'Change a person; a lock ends the sessions',
    bodyLimit: 64 * 1024,
    params,
    body: z.object({
      displayName: displayName.optional(),
      email: mailAddressOrNone.optional(),
      privileges: privileges.optional(),
      patientDataAccess: z.boolean().optional(),
      locked: z.boolean().optional(),
      secondFactorRequired: z.boolean().optional(),
      revision: revision.optional(),
    }),
    response: changedUser,
  }),
  setUserPassword: defineCall(routes.setUserPassword, {
    summary: 'Set a one-time password; the sessions end, a lock-out by attempts is lifted',
    bodyLimit: 8 * 1024,
    params,
    body: z.object({ password: newPassword }),
    response: ack.extend({ expiresAt: iso }),
  }),
  endUserSessions: defineCall(routes.endUserSessions, {
    summary: "End a person's sessions",
    params,
    body: z.object({}).default({}),
    response: ack,
  }),
  resetSecondFactor: defineCall(routes.resetSecondFactor, {
    summary: "Forget a person's authenticator app and recovery codes; the sessions end",
    params,
    body: z.object({}).default({}),
    response: ack,
  }),
  patientDataGrants: defineCall(routes.patientDataGrants, {
    summary:
      'Patient-data flags that the first account gave without holding one, until they are acknowledged',
    response: z.object({
      data: z.array(patientDataGrant),
      /** true if the caller may acknowledge them */
      mayAcknowledge: z.boolean(),
    }),
  }),
  acknowledgePatientDataGrant: defineCall(routes.acknowledgePatientDataGrant, {
    summary: 'Acknowledge such a flag; the first account cannot',
    params,
    body: z.object({}).default({}),
    response: ack,
  }),
  dismissPasswordRequest: defineCall(routes.dismissPasswordRequest, {
    summary: 'Forget that a new password was asked for',
    params,
    body: z.object({}).default({}),
    response: ack,
  }),
}
