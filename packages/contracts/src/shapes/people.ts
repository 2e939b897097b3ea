import { z } from 'zod'
import { TABLE_COLUMNS, type TableChoice, type TableName } from '../table-columns.ts'
import { id, iso, revision } from './common.ts'

/** A person as administrators see them. */
export const user = z.object({
  _id: id,
  username: z.string(),
  displayName: z.string(),
  /** e-mail address; empty when none is known */
  email: z.string(),
  /** names of privileges */
  privileges: z.array(z.string()),
  patientDataAccess: z.boolean(),
  locked: z.boolean(),
  /** the first account: it cannot be locked */
  builtIn: z.boolean(),
  createdAt: iso,
  lastLoginAt: iso.optional(),
  lastLoginAddress: z.string().optional(),
  /** an administrator set the password: it has to be changed first */
  mustChangePassword: z.boolean(),
  /** until when the one-time password opens a session; absent without one, and for one without an end */
  passwordExpiresAt: iso.optional(),
  /** whether that time is over */
  passwordExpired: z.boolean(),
  secondFactor: z.object({
    active: z.boolean(),
    /** required of this person, whatever the Security setting says */
    required: z.boolean(),
    /** required of this person or by the setting, and not set up */
    missing: z.boolean(),
  }),
  /** when and from where a new password was asked for on the sign-in page, until an administrator answers */
  passwordRequest: z.object({ time: iso, address: z.string() }).optional(),
  revision,
})

const tableChoices = Object.entries(TABLE_COLUMNS).map(([table, columns]) => {
  const hidden = z.array(z.enum(columns)).max(columns.length)
  return [table, z.strictObject({ hidden, compact: z.boolean() }).optional()]
})

/** How the console looks to a person, on whatever machine. */
export const preferences = z.object({
  /** a language tag, or `browser` */
  language: z
    .string()
    .regex(/^(browser|[a-z]{2,3}(-[A-Z]{2})?)$/)
    .optional(),
  scheme: z.enum(['system', 'light', 'dark']).optional(),
  /** columns and row heights, table by table */
  tables: z
    .strictObject(
      Object.fromEntries(tableChoices) as Record<TableName, z.ZodOptional<z.ZodType<TableChoice>>>,
    )
    .optional(),
})

/** One's own account. */
export const ownProfile = z.object({
  username: z.string(),
  displayName: z.string(),
  /** e-mail address, which administrators enter; empty when none is known */
  email: z.string(),
  /** what has to be done before anything else opens */
  setup: z.enum(['password', 'second-factor']).optional(),
  secondFactor: z.object({
    active: z.boolean(),
    /** an administrator demands it: it cannot be removed */
    required: z.boolean(),
    since: iso.optional(),
    recoveryCodesLeft: z.number(),
  }),
  preferences,
})

/** One of one's own sessions. */
export const ownSession = z.object({
  id,
  /** the one that asks */
  current: z.boolean(),
  createdAt: iso,
  lastUsedAt: iso,
  address: z.string().optional(),
  /** what the browser calls itself */
  userAgent: z.string().optional(),
})

/** {@link user} */
export type User = z.output<typeof user>
/** {@link preferences} */
export type Preferences = z.output<typeof preferences>
/** {@link ownProfile} */
export type OwnProfile = z.output<typeof ownProfile>
/** {@link ownSession} */
export type OwnSession = z.output<typeof ownSession>
