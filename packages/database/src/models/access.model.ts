import type { Scope } from '@wardtrack/contracts'
import { Schema, type Types } from 'mongoose'
import type { StoreOf } from '../store-of.ts'

/** A person who signs in. `usernameKey` is the lower-case name that is unique. */
export type UserDoc = {
  _id: Types.ObjectId
  username: string
  usernameKey: string
  displayName: string
  passwordHash: string
  privileges: string[]
  patientDataAccess: boolean
  locked: boolean
  /** the first account: it always holds privilege-settings and admin-config */
  builtIn: boolean
  createdAt: Date
  lastLoginAt?: Date
}

/** A signed-in session. `tokenId` is that of the newest token; an older one is good for a minute after rotation. */
export type SessionDoc = {
  _id: string
  userId: Types.ObjectId
  createdAt: Date
  expiresAt: Date
  tokenId: string
  previousTokenId?: string
  rotatedAt?: Date
}

/** A privilege: page routes with their leading slash. `nameKey` is the lower-case name that is unique. */
export type PrivilegeDoc = {
  _id: Types.ObjectId
  privilegeName: string
  nameKey: string
  description: string
  routes: string[]
  apis: string[]
}

/** An ingestion key; only the SHA-256 of the key itself is stored. */
export type IngestKeyDoc = {
  _id: Types.ObjectId
  name: string
  kind: 'provider' | 'integration'
  provider?: string
  scopes: Scope[]
  hash: string
  prefix: string
  createdAt: Date
  lastUsedAt?: Date
  revokedAt?: Date
}

/** Failed sign-ins of one account name or one address within a window. */
export type AttemptDoc = { _id: string; count: number; blockedUntil?: Date; expiresAt: Date }

/** An entry of the audit log; `hash` covers the entry and the hash before it. */
export type AuditDoc = {
  _id: number
  time: Date
  actor: string
  action: string
  target?: { type: string; id: string }
  pageRoute?: string
  address: string
  outcome: 'ok' | 'refused'
  status: number
  requestId: string
  previous: string
  hash: string
}

const mixed = Schema.Types.Mixed

const userSchema = new Schema<UserDoc>(
  {
    username: { type: String, required: true },
    usernameKey: { type: String, required: true, unique: true },
    displayName: { type: String, default: '' },
    passwordHash: { type: String, required: true },
    privileges: { type: [String], required: true },
    patientDataAccess: { type: Boolean, required: true },
    locked: { type: Boolean, required: true },
    builtIn: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    lastLoginAt: { type: Date },
  },
  { collection: 'users', versionKey: false },
)

const sessionSchema = new Schema<SessionDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true, index: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    tokenId: { type: String, required: true },
    previousTokenId: { type: String },
    rotatedAt: { type: Date },
  },
  { collection: 'sessions', versionKey: false },
)
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const privilegeSchema = new Schema<PrivilegeDoc>(
  {
    privilegeName: { type: String, required: true },
    nameKey: { type: String, required: true, unique: true },
    description: { type: String, default: '' },
    routes: { type: [String], required: true },
    apis: { type: [String], required: true },
  },
  { collection: 'privileges', versionKey: false },
)

const keySchema = new Schema<IngestKeyDoc>(
  {
    name: { type: String, required: true },
    kind: { type: String, required: true },
    provider: { type: String },
    scopes: { type: [String], required: true } as never,
    hash: { type: String, required: true, unique: true },
    prefix: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date },
    revokedAt: { type: Date },
  },
  { collection: 'ingestKeys', versionKey: false },
)

const attemptSchema = new Schema<AttemptDoc>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    blockedUntil: { type: Date },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'signInAttempts', versionKey: false },
)
attemptSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

const auditSchema = new Schema<AuditDoc>(
  {
    _id: { type: Number, required: true },
    time: { type: Date, required: true },
    actor: { type: String, default: '' },
    action: { type: String, required: true },
    target: { type: mixed },
    pageRoute: { type: String },
    address: { type: String, default: '' },
    outcome: { type: String, required: true },
    status: { type: Number, required: true },
    requestId: { type: String, required: true },
    previous: { type: String, default: '' },
    hash: { type: String, required: true },
  },
  { collection: 'audit', versionKey: false },
)
auditSchema.index({ time: -1 })

/** Where to find the users. */
export const userStore: StoreOf<UserDoc> = { name: 'User', schema: userSchema as Schema }
/** Where to find the sessions. */
export const sessionStore: StoreOf<SessionDoc> = { name: 'Session', schema: sessionSchema as Schema }
/** Where to find the privileges. */
export const privilegeStore: StoreOf<PrivilegeDoc> = { name: 'Privilege', schema: privilegeSchema as Schema }
/** Where to find the ingestion keys. */
export const ingestKeyStore: StoreOf<IngestKeyDoc> = { name: 'IngestKey', schema: keySchema as Schema }
/** Where to find the failed sign-ins. */
export const attemptStore: StoreOf<AttemptDoc> = { name: 'Attempt', schema: attemptSchema as Schema }
/** Where to find the audit log. */
export const auditStore: StoreOf<AuditDoc> = { name: 'Audit', schema: auditSchema as Schema }
