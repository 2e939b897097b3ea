import { SCOPES, type StoredTile, type TableChoice, type TableName } from '@wardtrack/contracts'

import {
  createSchema,
  type DocumentOf,
  embedded,
  Mixed,
  ObjectId,
  optional,
  required,
  typed,
} from '../members.ts'

const secondFactorSchema = embedded({
  /** sealed */
  secret: required(String),
  since: required(Date),
  /** number of the newest time step with a used code: no code is accepted twice */
  lastStep: required(Number),
  /** SHA-256 of the unused codes */
  recoveryCodes: required([String]),
})
/** An active second factor. */
export type SecondFactorDoc = DocumentOf<typeof secondFactorSchema>

export const userSchema = createSchema('users', {
  username: required(String),
  /** the name in lower case */
  usernameKey: required(String, { unique: true }),
  displayName: required(String),
  /** mail address for rules; absent or empty when none is known */
  email: optional(String),
  passwordHash: required(String),
  privileges: required([String]),
  patientDataAccess: required(Boolean),
  /**
   * time at which the first account granted the flag without having it; removed once another person acknowledges the
   * grant
   */
  patientDataGrantedAt: optional(Date),
  locked: required(Boolean),
  /** true for the first account: it always has privilege-settings and admin-config */
  builtIn: required(Boolean),
  createdAt: required(Date),
  lastLoginAt: optional(Date),
  lastLoginAddress: optional(String),
  /** true when an administrator set the password: its sessions can only change it */
  mustChangePassword: optional(Boolean),
  /** time at which such a password expires; absent for one without an end */
  passwordExpiresAt: optional(Date),
  /** time and address of the request for a new password on the sign-in page, until an administrator answers */
  passwordRequest: optional(embedded({ time: required(Date), address: required(String) })),
  /** true when this person needs a second factor, whatever the Security setting says */
  secondFactorRequired: optional(Boolean),
  secondFactor: optional(secondFactorSchema),
  /** a sealed secret that is not yet confirmed by a code */
  pendingSecondFactor: optional(embedded({ secret: required(String), createdAt: required(Date) })),
  preferences: optional(
    embedded({
      language: optional(String),
      scheme: optional(String),
      tables: optional(Mixed, typed<Partial<Record<TableName, TableChoice>>>()),
      /** dashboard tiles in order; some may no longer exist in the product */
      dashboard: optional(Mixed, typed<readonly StoredTile[]>()),
    }),
  ),
  /** revision of the newest edit; absent until the first */
  revision: optional(String),
})
/** A person who signs in. */
export type UserDoc = DocumentOf<typeof userSchema>

export const sessionSchema = createSchema('sessions', {
  _id: required(String),
  userId: required(ObjectId, { index: true }),
  createdAt: required(Date),
  expiresAt: required(Date),
  /** id of the newest token */
  tokenId: required(String),
  /** id of the previous token, which stays valid for a minute after rotation */
  previousTokenId: optional(String),
  rotatedAt: optional(Date),
  /** address at sign-in */
  address: optional(String),
  userAgent: optional(String),
  /** approximate time of last use */
  lastUsedAt: optional(Date),
})
sessionSchema.index({ userId: 1, createdAt: -1 })
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** A signed-in session. */
export type SessionDoc = DocumentOf<typeof sessionSchema>

export const privilegeSchema = createSchema('privileges', {
  privilegeName: required(String),
  /** the name in lower case */
  nameKey: required(String, { unique: true }),
  description: required(String),
  /** page routes with their leading slash */
  routes: required([String]),
  apis: required([String]),
  /** revision of the newest edit; absent until the first */
  revision: optional(String),
})
/** A privilege: pages and calls that its holders may use. */
export type PrivilegeDoc = DocumentOf<typeof privilegeSchema>

export const ingestKeySchema = createSchema('ingestKeys', {
  name: required(String),
  kind: required(String, { enum: ['provider', 'integration'] }),
  provider: optional(String),
  scopes: required([String], { enum: SCOPES }),
  /** SHA-256 of the key; the key itself is not stored */
  hash: required(String, { unique: true }),
  prefix: required(String),
  createdAt: required(Date),
  lastUsedAt: optional(Date),
  revokedAt: optional(Date),
  /** end of validity, set when another key replaces this one */
  expiresAt: optional(Date),
})
/** An ingestion key. */
export type IngestKeyDoc = DocumentOf<typeof ingestKeySchema>

export const attemptSchema = createSchema('signInAttempts', {
  _id: required(String),
  count: required(Number),
  /** time at which counting starts again */
  windowEndsAt: required(Date),
  blockedUntil: optional(Date),
  /** number of blocks in quick succession */
  blocks: optional(Number),
  expiresAt: required(Date),
})
attemptSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** Failed attempts of an account, an address, a device, or an account at an address. */
export type AttemptDoc = DocumentOf<typeof attemptSchema>

/** Details of an audit entry besides the call: numbers, and texts from the code and the mapping, never a value. */
export type AuditDetails = Record<string, number | string | readonly string[]>

export const auditSchema = createSchema('audit', {
  _id: required(Number),
  time: required(Date),
  actor: required(String),
  action: required(String),
  target: optional(embedded({ type: required(String), id: required(String) })),
  pageRoute: optional(String),
  address: required(String),
  outcome: required(String, { enum: ['ok', 'refused'] }),
  status: required(Number),
  requestId: required(String),
  /** facts about the request and the answer, without values */
  details: optional(Mixed, typed<AuditDetails>()),
  /** hash of the entry before this one */
  previous: required(String),
  /** id of the key of the hash; absent in entries from before keys existed */
  keyId: optional(String),
  /** covers the entry, `previous` and `keyId` */
  hash: required(String),
})
// Indexes for lists of all entries, of one person, of one action, and of disclosed patients; each newest first.
auditSchema.index({ time: -1, _id: -1 })
auditSchema.index({ actor: 1, time: -1, _id: -1 })
auditSchema.index({ action: 1, time: -1, _id: -1 })
auditSchema.index({ 'details.patients': 1, time: -1 })
/** An entry of the audit log. */
export type AuditDoc = DocumentOf<typeof auditSchema>
