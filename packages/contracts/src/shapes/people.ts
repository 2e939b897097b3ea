import { z } from 'zod'
import { TABLE_COLUMNS, type TableChoice, type TableName } from '../table-columns.ts'
import { id, iso, revision } from './common.ts'

/** A user for administrators. */
export const user = z.object({
  _id: id,
  username: z.string(),
  displayName: z.string(),
  /** e-mail address; empty if unknown */
  email: z.string(),
  /** names of privileges */
  privileges: z.array(z.string()),
  patientDataAccess: z.boolean(),
  locked: z.boolean(),
  /** true for the first account, which cannot be locked */
  builtIn: z.boolean(),
  createdAt: iso,
  lastLoginAt: iso.optional(),
  lastLoginAddress: z.string().optional(),
  /** true if an administrator set the password, which must be changed first */
  mustChangePassword: z.boolean(),
  /** expiry time of the one-time password; absent without one, or if it does not expire */
  passwordExpiresAt: iso.optional(),
  /** true if the one-time password has expired */
  passwordExpired: z.boolean(),
  secondFactor: z.object({
    active: z.boolean(),
    /** true if required for this user, regardless of the Security setting */
    required: z.boolean(),
    /** true if required for this user or by the setting, but not set up */
    missing: z.boolean(),
  }),
  /** time and address of a request for a new password on the sign-in page, until an administrator answers */
  passwordRequest: z.object({ time: iso, address: z.string() }).optional(),
  /** limits of the person who asks: the account holds what that person does not; absent without limits */
  limit: z
    .object({
      /** every change, or password, second factor and e-mail address alone */
      scope: z.enum(['everything', 'credentials']),
      /** the rights that the person who asks does not hold */
      missing: z.array(z.enum(['pages', 'patient-data'])),
    })
    .optional(),
  revision,
})

/** A person to whom the first account gave the patient-data flag without holding it, until somebody else has seen that. */
export const patientDataGrant = z.object({ userId: id, username: z.string(), at: iso })

const tableChoices = Object.entries(TABLE_COLUMNS).map(([table, columns]) => {
  const hidden = z.array(z.enum(columns)).max(columns.length)
  return [table, z.strictObject({ hidden, compact: z.boolean() }).optional()]
})

/** Preferences of a user, which apply on every machine. */
export const preferences = z.object({
  /** a language tag, or `browser` */
  language: z
    .string()
    .regex(/^(browser|[a-z]{2,3}(-[A-Z]{2})?)$/)
    .optional(),
  scheme: z.enum(['system', 'light', 'dark']).optional(),
  /** columns and row heights by table */
  tables: z
    .strictObject(
      Object.fromEntries(tableChoices) as Record<TableName, z.ZodOptional<z.ZodType<TableChoice>>>,
    )
    .optional(),
})

/** The user's own account. */
export const ownProfile = z.object({
  username: z.string(),
  displayName: z.string(),
  /** e-mail address, entered by administrators; empty if unknown */
  email: z.string(),
  /** step that is required before other calls */
  setup: z.enum(['password', 'second-factor']).optional(),
  secondFactor: z.object({
    active: z.boolean(),
    /** true if required by an administrator, so that it cannot be removed */
    required: z.boolean(),
    since: iso.optional(),
    recoveryCodesLeft: z.number(),
  }),
  preferences,
})

/** A session of the user. */
export const ownSession = z.object({
  id,
  /** true for the session of this request */
  current: z.boolean(),
  createdAt: iso,
  lastUsedAt: iso,
  address: z.string().optional(),
  /** user agent of the browser */
  userAgent: z.string().optional(),
})

/** {@link user} */
export type User = z.output<typeof user>
/** {@link patientDataGrant} */
export type PatientDataGrant = z.output<typeof patientDataGrant>
/** {@link preferences} */
export type Preferences = z.output<typeof preferences>
/** {@link ownProfile} */
export type OwnProfile = z.output<typeof ownProfile>
/** {@link ownSession} */
export type OwnSession = z.output<typeof ownSession>
