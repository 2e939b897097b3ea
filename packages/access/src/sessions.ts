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

/** How long a rotated token stays good, so that requests already on their way do not fail. */
const GRACE_MS = 60_000
/** Sessions of one account; beyond it the oldest ends. */
const MAX_SESSIONS = 20
const HOUR_MS = 3_600_000
/** How long a session lasts at most, however often its token is replaced. */
export const SESSION_LIFE_MS = 12 * HOUR_MS

/** Where a session is begun: the caller's address, and what the browser calls itself. */
export type SessionOrigin = { address?: string | undefined; userAgent?: string | undefined }

const USED_MS = 60_000
const MAX_USER_AGENT = 300

/** A resolved token: who it is, and the token the client should hold from now on if it changed. */
export type AuthenticatedSession = { actor: SessionActor; newToken?: string }

/** Live sessions: made at sign-in, read at every request, ended at once. */
export type Sessions = {
  create(user: Pick<UserDoc, '_id'>, origin?: SessionOrigin): Promise<{ sessionId: string; token: string }>
  /** @throws ApiError 401 for anything but a good token of a live session */
  authenticate(token: string): Promise<AuthenticatedSession>
  /** a person's live sessions, the one used last first */
  list(userId: string): Promise<SessionDoc[]>
  /** ends the sessions that match; their streams are told why */
  end(sessions: { sessionId?: string; userId?: string; except?: string }, reason: EndReason): Promise<void>
}

/** Why a session ended. */
export type EndReason = 'logout' | 'expired' | 'locked' | 'password'

/** What sessions are made from. */
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

/** Makes the sessions of an installation. */
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

/** When a session was used last; those of an earlier version know when they began. */
export const lastUseOf = ({ lastUsedAt, createdAt }: SessionDoc): Date => lastUsedAt ?? createdAt

/** About once a minute, beside the request. */
function noteUse({ db }: SessionParts, session: SessionDoc, now: number): void {
  if (now - lastUseOf(session).getTime() < USED_MS) return
  const change = { $set: { lastUsedAt: new Date(now) } }
  db.models.sessions.updateOne({ _id: session._id }, change).catch(() => {
    // When a session was used last is a courtesy; the store's own trouble is reported by the write that matters.
  })
}

/** When a session ends unless its token is replaced before; never later than its longest life. */
function expiryOf(
  { tokens, sessionLifeMs = SESSION_LIFE_MS }: SessionParts,
  createdAt: Date,
  now: number,
): Date {
  return new Date(Math.min(now + tokens.lifeMs, createdAt.getTime() + sessionLifeMs))
}

/** A token that was replaced comes again when its minute is over: somebody holds a copy, and nobody knows who. */
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

/** After half its life a token is replaced; a request that still brings the one before is given the new one again. */
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
      // On a full disk the token that is good goes on being good, and so does reading.
      if (isDiskFull(error)) return { modifiedCount: 0 }
      throw error
    })
  // Somebody else's request rotated first: its answer carries the new token.
  return rotated.modifiedCount === 1 ? tokens.sign({ userId, sessionId, tokenId }) : undefined
}

/** The allowed routes of a person. Who holds the same privileges has the same: they are read once for all. */
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
