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
  /** number of the newest time step whose code was used: none is taken twice */
  lastStep: required(Number),
  /** SHA-256 of those that are left */
  recoveryCodes: required([String]),
})
/** A second factor that is set up. */
export type SecondFactorDoc = DocumentOf<typeof secondFactorSchema>

export const userSchema = createSchema('users', {
  username: required(String),
  /** the name in lower case */
  usernameKey: required(String, { unique: true }),
  displayName: required(String),
  /** where rules send mail to; absent or empty when none is known */
  email: optional(String),
  passwordHash: required(String),
  privileges: required([String]),
  patientDataAccess: required(Boolean),
  /** when the first account gave the flag without holding it, until somebody else has acknowledged that */
  patientDataGrantedAt: optional(Date),
  locked: required(Boolean),
  /** the first account: it always holds privilege-settings and admin-config */
  builtIn: required(Boolean),
  createdAt: required(Date),
  lastLoginAt: optional(Date),
  lastLoginAddress: optional(String),
  /** an administrator set the password: its sessions can do nothing but change it */
  mustChangePassword: optional(Boolean),
  /** until when such a password opens a session; absent for one without an end */
  passwordExpiresAt: optional(Date),
  /** when and from where a new password was asked for on the sign-in page, until an administrator answers */
  passwordRequest: optional(embedded({ time: required(Date), address: required(String) })),
  /** required of this person, whatever the Security setting says */
  secondFactorRequired: optional(Boolean),
  secondFactor: optional(secondFactorSchema),
  /** a secret of which no code was given yet, sealed */
  pendingSecondFactor: optional(embedded({ secret: required(String), createdAt: required(Date) })),
  preferences: optional(
    embedded({
      language: optional(String),
      scheme: optional(String),
      tables: optional(Mixed, typed<Partial<Record<TableName, TableChoice>>>()),
      /** tiles of the dashboard in their order; among them such as the product no longer has */
      dashboard: optional(Mixed, typed<readonly StoredTile[]>()),
    }),
  ),
  /** of the newest edit; absent until the first */
  revision: optional(String),
})
/** A person who signs in. */
export type UserDoc = DocumentOf<typeof userSchema>

export const sessionSchema = createSchema('sessions', {
  _id: required(String),
  userId: required(ObjectId, { index: true }),
  createdAt: required(Date),
  expiresAt: required(Date),
  /** of the newest token */
  tokenId: required(String),
  /** of the token before it, which is good for a minute after rotation */
  previousTokenId: optional(String),
  rotatedAt: optional(Date),
  /** where it was begun */
  address: optional(String),
  userAgent: optional(String),
  /** about when it was used last */
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
  /** of the newest edit; absent until the first */
  revision: optional(String),
})
/** A privilege: pages and calls that its holders may use. */
export type PrivilegeDoc = DocumentOf<typeof privilegeSchema>

export const ingestKeySchema = createSchema('ingestKeys', {
  name: required(String),
  kind: required(String, { enum: ['provider', 'integration'] }),
  provider: optional(String),
  scopes: required([String], { enum: SCOPES }),
  /** SHA-256 of the key, which itself is not stored */
  hash: required(String, { unique: true }),
  prefix: required(String),
  createdAt: required(Date),
  lastUsedAt: optional(Date),
  revokedAt: optional(Date),
  /** set when another key takes its place: it is good until then */
  expiresAt: optional(Date),
})
/** An ingestion key. */
export type IngestKeyDoc = DocumentOf<typeof ingestKeySchema>

export const attemptSchema = createSchema('signInAttempts', {
  _id: required(String),
  count: required(Number),
  /** when counting begins again */
  windowEndsAt: required(Date),
  blockedUntil: optional(Date),
  /** times it was blocked, one soon after the other */
  blocks: optional(Number),
  expiresAt: required(Date),
})
attemptSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** Failed attempts of an account, an address, a device, or an account at an address. */
export type AttemptDoc = DocumentOf<typeof attemptSchema>

/** What an audit entry says beside the call: numbers, and texts from the code and the mapping, never a value. */
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
  /** facts about what was asked and answered, without its values */
  details: optional(Mixed, typed<AuditDetails>()),
  /** hash of the entry before this one */
  previous: required(String),
  /** which key the hash was made with; absent in entries that were written before there was one */
  keyId: optional(String),
  /** covers the entry, `previous` and `keyId` */
  hash: required(String),
})
// The list, of all, of one person, of one action, and of what was read of patients; each newest first.
auditSchema.index({ time: -1, _id: -1 })
auditSchema.index({ actor: 1, time: -1, _id: -1 })
auditSchema.index({ action: 1, time: -1, _id: -1 })
auditSchema.index({ 'details.patients': 1, time: -1 })
/** An entry of the audit log. */
export type AuditDoc = DocumentOf<typeof auditSchema>
