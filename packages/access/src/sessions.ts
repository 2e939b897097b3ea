import { randomUUID } from 'node:crypto'
import {
  type BusTopics,
  type Database,
  type SessionDoc,
  Types,
  trusted,
  type UserDoc,
} from '@wardtrack/database'
import type { SharedReads } from '@wardtrack/scaling'
import { type EventBus, isDiskFull, unauthenticated } from '@wardtrack/service-kit'
import type { AccountSetup } from './account-setup.ts'
import type { SessionActor } from './actor.ts'
import { type Configured, routesOf } from './rights.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

/** Time for which a replaced token stays valid, so that requests already under way do not fail. */
const GRACE_MS = 60_000
/** Limit of sessions for one account; beyond it the oldest ends. */
const MAX_SESSIONS = 20
const HOUR_MS = 3_600_000
/** Longest life of a session, however often its token is replaced. */
export const SESSION_LIFE_MS = 12 * HOUR_MS

/** Origin of a session: the caller's address and user agent. */
export type SessionOrigin = { address?: string | undefined; userAgent?: string | undefined }

const USED_MS = 60_000
const MAX_USER_AGENT = 300

/** A verified token: its actor, and the new token for the client if the token was replaced. */
export type AuthenticatedSession = { actor: SessionActor; newToken?: string }

/** Live sessions: created at sign-in, read at every request, ended immediately. */
export type Sessions = {
  create(user: Pick<UserDoc, '_id'>, origin?: SessionOrigin): Promise<{ sessionId: string; token: string }>
  /** @throws ApiError 401 unless the token is valid and its session is live */
  authenticate(token: string): Promise<AuthenticatedSession>
  /** a person's live sessions, the most recently used first */
  list(userId: string): Promise<SessionDoc[]>
  /** ends the matching sessions; their streams receive the reason */
  end(sessions: { sessionId?: string; userId?: string; except?: string }, reason: EndReason): Promise<void>
}

/** Reason why a session ended. */
export type EndReason = 'logout' | 'expired' | 'locked' | 'password'

/** Dependencies of the sessions. */
export type SessionParts = {
  db: Database
  tokens: Tokens
  bus: EventBus<BusTopics>
  configured: Configured
  setup: Pick<AccountSetup, 'stepOf'>
  sharedReads?: SharedReads | undefined
  /** longest life of a session, in milliseconds; 12 hours when left out */
  sessionLifeMs?: number
  now?: () => number
}

/** Creates the sessions of an installation. */
export function createSessions(parts: SessionParts): Sessions {
  const { db, tokens, bus } = parts
  const now = parts.now ?? Date.now
  const end: Sessions['end'] = async ({ sessionId, userId, except }, reason) => {
    const filter = {
      ...(sessionId ? { _id: sessionId } : {}),
      ...(userId ? { userId: new Types.ObjectId(userId) } : {}),
    }
    if (Object.keys(filter).length === 0) throw new Error('ending sessions needs a session or a user')
    const found = await db.models.sessions.find(filter).select({ _id: 1 })
    const sessionIds = found.map((session) => session._id).filter((id) => id !== except)
    if (sessionIds.length === 0) return
    await db.models.sessions.deleteMany({ _id: trusted({ $in: sessionIds }) })
    bus.publish('session.ended', { sessionIds, reason })
  }
  const endOldest = async (userId: string): Promise<void> => {
    const sessions = await db.models.sessions
      .find({ userId: new Types.ObjectId(userId) })
      .select({ _id: 1, createdAt: 1 })
      .sort({ createdAt: -1 })
    for (const { _id: sessionId } of sessions.slice(MAX_SESSIONS)) await end({ sessionId }, 'expired')
  }
  return {
    create: async (user, { address, userAgent } = {}) => {
      const sessionId = randomUUID()
      const tokenId = randomUUID()
      const createdAt = new Date(now())
      const expiresAt = expiryOf(parts, createdAt, now())
      await db.models.sessions.create({
        _id: sessionId,
        userId: user._id,
        createdAt,
        expiresAt,
        tokenId,
        lastUsedAt: createdAt,
        ...(address ? { address } : {}),
        ...(userAgent ? { userAgent: userAgent.slice(0, MAX_USER_AGENT) } : {}),
      })
      await endOldest(user._id.toHexString())
      return { sessionId, token: tokens.sign({ userId: user._id.toHexString(), sessionId, tokenId }) }
    },
    authenticate: async (token) => {
      const claims = tokens.read(token)
      if (!claims || !Types.ObjectId.isValid(claims.userId)) throw unauthenticated()
      const [session, user] = await Promise.all([
        db.models.sessions.findOne({ _id: claims.sessionId }),
        db.models.users.findOne({ _id: new Types.ObjectId(claims.userId) }),
      ])
      const usable = session !== null && isUsable(session, claims, now())
      if (session && isReuse(session, claims, now())) await end({ sessionId: session._id }, 'expired')
      if (!usable || !user || user.locked || !session.userId.equals(user._id)) throw unauthenticated()
      noteUse(parts, session, now())
      const newToken = await tokenAfter(parts, session, claims, now())
      return { actor: await actorOf(parts, session, user), ...(newToken ? { newToken } : {}) }
    },
    list: async (userId) => {
      const live = { userId: new Types.ObjectId(userId), expiresAt: trusted({ $gt: new Date(now()) }) }
      const found = await db.models.sessions.find(live)
      return found.sort((a, b) => lastUseOf(b).getTime() - lastUseOf(a).getTime())
    },
    end,
  }
}

/** Returns the time at which a session was last used. Sessions of an earlier version only have their start time. */
export const lastUseOf = ({ lastUsedAt, createdAt }: SessionDoc): Date => lastUsedAt ?? createdAt

/** Records the use of a session about once a minute. The request does not wait for the write. */
function noteUse({ db }: SessionParts, session: SessionDoc, now: number): void {
  if (now - lastUseOf(session).getTime() < USED_MS) return
  const change = { $set: { lastUsedAt: new Date(now) } }
  db.models.sessions.updateOne({ _id: session._id }, change).catch(() => {
    // The time of last use is not essential. A store failure is reported by the writes that matter.
  })
}

/** Returns the time at which a session ends unless its token is replaced; never later than its longest life. */
function expiryOf(
  { tokens, sessionLifeMs = SESSION_LIFE_MS }: SessionParts,
  createdAt: Date,
  now: number,
): Date {
  return new Date(Math.min(now + tokens.lifeMs, createdAt.getTime() + sessionLifeMs))
}

/** Returns true if a replaced token is used again after its grace period: a second holder has a copy of the token. */
function isReuse(session: SessionDoc, claims: TokenClaims, now: number): boolean {
  const isOwn = session.userId.equals(new Types.ObjectId(claims.userId)) && session.tokenId !== claims.tokenId
  return isOwn && !isUsable(session, claims, now)
}

function isUsable(session: SessionDoc, claims: TokenClaims, now: number): boolean {
  if (session.expiresAt.getTime() <= now) return false
  if (session.tokenId === claims.tokenId) return true
  const rotated = session.rotatedAt?.getTime() ?? 0
  return session.previousTokenId === claims.tokenId && now - rotated <= GRACE_MS
}

/** Replaces a token after half its life. A request with the previous token receives the new token again. */
async function tokenAfter(
  parts: SessionParts,
  session: SessionDoc,
  claims: TokenClaims,
  now: number,
): Promise<string | undefined> {
  const { db, tokens } = parts
  const { userId, sessionId } = claims
  if (session.tokenId !== claims.tokenId) return tokens.sign({ userId, sessionId, tokenId: session.tokenId })
  if (now - claims.issuedAt.getTime() < tokens.lifeMs / 2) return undefined
  const tokenId = randomUUID()
  const change = {
    tokenId,
    previousTokenId: claims.tokenId,
    rotatedAt: new Date(now),
    expiresAt: expiryOf(parts, session.createdAt, now),
  }
  const rotated = await db.models.sessions
    .updateOne({ _id: sessionId, tokenId: claims.tokenId }, { $set: change })
    .catch((error: unknown) => {
      // On a full disk the valid token stays valid, and reading still works.
      if (isDiskFull(error)) return { modifiedCount: 0 }
      throw error
    })
  // Another request replaced the token first: that request's answer carries the new token.
  return rotated.modifiedCount === 1 ? tokens.sign({ userId, sessionId, tokenId }) : undefined
}

/** Returns the allowed routes of a person. People with the same privileges share one cached read. */
function sharedRoutesOf({ db, sharedReads }: SessionParts, user: UserDoc): Promise<string[]> {
  const load = (): Promise<string[]> => routesOf(db, user)
  if (!sharedReads) return load()
  const name = JSON.stringify(['allowed routes', user.privileges, user.builtIn])
  const read = { name, data: 'device data', groups: ['access', 'config'] } as const
  return sharedReads.read(read, async () => ({ value: await load(), isShared: true }))
}

async function actorOf(parts: SessionParts, session: SessionDoc, user: UserDoc): Promise<SessionActor> {
  const [configured, allowedRoutes, setup] = await Promise.all([
    parts.configured.read(),
    sharedRoutesOf(parts, user),
    parts.setup.stepOf(user),
  ])
  return {
    kind: 'session',
    userId: user._id.toHexString(),
    username: user.username,
    sessionId: session._id,
    allowedRoutes: configured ? allowedRoutes : ['/privilege-settings'],
    patientDataAccess: user.patientDataAccess,
    configured,
    builtIn: user.builtIn,
    ...(setup ? { setup } : {}),
  }
}
