import { messages } from '@wardtrack/contracts'
import type { BusTopics, Database } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'
import type { SharedReads } from '@wardtrack/scaling'
import {
  ApiError,
  type Authorize,
  type CacheMode,
  clientAddress,
  deriveKey,
  type EventBus,
  type Logger,
  type Request,
  type ServiceMetrics,
} from '@wardtrack/service-kit'
import { type AccountSetup, createAccountSetup } from './account-setup.ts'
import type { Actor } from './actor.ts'
import { AttemptCounter } from './attempt-counter.ts'
import { createAuditKeys } from './audit-chain.ts'
import { type AuditLog, createAuditLog } from './audit-log.ts'
import { type AuditWatch, createAuditWatch } from './audit-watch.ts'
import { bearerOf, createAuthorize } from './authorize.ts'
import { createDeviceCookies, type DeviceCookies } from './device-cookie.ts'
import { createIngestKeys, type IngestKeys } from './ingest-keys.ts'
import { createKeyGuesses } from './key-guesses.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createProviders, type Providers } from './providers.ts'
import { type Configured, createConfigured } from './rights.ts'
import { createSecondFactor, type SecondFactor } from './second-factor.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { countedAddress } from './sign-in-address.ts'
import { createSignInThrottle, type LockOut, type SignInThrottle } from './sign-in-throttle.ts'
import { createTokens } from './tokens.ts'

/** Requests of people who have forgotten their passwords, stored with the account until an administrator answers. */
type PasswordRequests = {
  /**
   * Stores that the person needs a new password. Resolves before the account is looked up, so that the response time
   * does not reveal whether the account exists.
   * @throws ApiError `too_many_attempts` when too many came from the address
   */
  add(username: string, address: string): Promise<void>
}

const LIMIT = { failures: 10, blockMs: 15 * 60_000, longestMs: 60 * 60_000 }

/** Creates the password requests of a process. @param parts `now`: the clock, for tests */
function createPasswordRequests(parts: {
  db: Database
  log: Logger
  audit: Pick<AuditLog, 'note'>
  now?: () => number
}): PasswordRequests {
  const { db, log, audit, now = Date.now } = parts
  const counter = new AttemptCounter(db, now)
  const store = async (username: string, address: string): Promise<void> => {
    const passwordRequest = { time: new Date(now()), address }
    const user = await db.models.users.findOneAndUpdate(
      { usernameKey: username.toLowerCase() },
      { $set: { passwordRequest } },
    )
    if (!user) return
    const target = { type: 'user', id: user._id.toHexString() }
    audit.note({ action: 'password request', address, target, outcome: 'ok', status: 200 })
  }
  return {
    add: async (username, address) => {
      const { blockedMs } = await counter.count(`password-request:${countedAddress(address)}`, LIMIT)
      if (blockedMs > 0)
        throw new ApiError('too_many_attempts', messages.tooManyAttempts, {
          retryAfter: Math.max(1, Math.ceil(blockedMs / 1000)),
        })
      store(username, address).catch((error: unknown) =>
        log.error({ err: error }, 'a request for a new password could not be kept'),
      )
    },
  }
}

/** Reports blocked attempts: a separate log line, a metric, and an entry of the audit log. */
function createLockOutAlarm(parts: {
  log: Logger
  audit: Pick<AuditLog, 'note'>
  metrics?: ServiceMetrics
}): (lockOut: LockOut) => void {
  const counter = parts.metrics?.counter(
    'wardtrack_sign_in_lock_outs_total',
    'Times that failed sign-ins were shut out, by what they were counted by',
    ['kind'],
  )
  return ({ kind, attempt: { address, userId }, seconds }) => {
    counter?.inc({ kind })
    // The name of an unknown account is not stored: it may be a password typed into the wrong field.
    const user = userId === undefined ? {} : { userId }
    parts.log.warn({ alarm: 'lock-out', kind, address, seconds, ...user }, 'failed sign-ins are shut out')
    parts.audit.note({
      action: `lock-out by ${kind}`,
      address,
      ...(userId === undefined ? {} : { target: { type: 'user', id: userId } }),
    })
  }
}

/** The parts of a service that identify callers and decide their rights. */
export type Access = {
  authorize: Authorize<Actor>
  /** the session that a request's token names; verifies the token, not that the session is still active */
  sessionIdOf(request: Request): string | undefined
  sessions: Sessions
  passwords: Passwords
  throttle: SignInThrottle
  /** requests of people who have forgotten their passwords */
  passwordRequests: PasswordRequests
  secondFactor: SecondFactor
  /** steps that people must complete before their sessions give access */
  setup: AccountSetup
  /** browsers with earlier sign-ins */
  devices: DeviceCookies
  keys: IngestKeys
  providers: Providers
  configured: Configured
  audit: AuditLog
  auditWatch: AuditWatch
  /** stores the waiting entries of the audit log, and stops listening */
  close(): Promise<void>
}

/** Dependencies of access. Only tests change `bcryptCost` and `tokenLifeMs`. */
export type AccessParts = {
  db: Database
  bus: EventBus<BusTopics>
  cacheMode: CacheMode
  log: Logger
  metrics?: ServiceMetrics
  /** reads that processes share; without them rights are read from the store */
  sharedReads?: SharedReads
  jwtSecret: string
  /** seals the secrets of authenticator apps */
  keyRing: Pick<KeyRing, 'seal' | 'open'>
  /** secrets of the audit log, the one in use first; the token secret when left out */
  auditSecrets?: readonly [string, ...string[]] | undefined
  /** number of trusted proxies in front, for `X-Forwarded-For`; 0 when left out */
  trustProxy?: number
  tokenLifeMs?: number
  /** longest life of a session, in milliseconds; 12 hours when left out */
  sessionLifeMs?: number
  bcryptCost?: number
  now?: () => number
}

/** Creates the access parts of a process. */
export function createAccess(parts: AccessParts): Access {
  const { db, bus, log } = parts
  const configured = createConfigured(db)
  const tokens = createTokens(parts.jwtSecret, parts.tokenLifeMs, parts.now)
  const setup = createAccountSetup(parts)
  const sessions = createSessions({
    db,
    bus,
    tokens,
    configured,
    setup,
    sharedReads: parts.sharedReads,
    ...(parts.sessionLifeMs ? { sessionLifeMs: parts.sessionLifeMs } : {}),
    ...(parts.now ? { now: parts.now } : {}),
  })
  const { trustProxy = 0 } = parts
  const keys = createIngestKeys(db, bus, createKeyGuesses(parts))
  const auditKeys = createAuditKeys(parts.auditSecrets ?? [parts.jwtSecret])
  const audit = createAuditLog(db, log, auditKeys.current)
  const auditWatch = createAuditWatch({
    db,
    log,
    keys: auditKeys,
    onAlarm: () => bus.publish('config.changed', { what: 'audit' }),
    ...(parts.metrics ? { metrics: parts.metrics } : {}),
  })
  const providers = createProviders({ db, bus, cacheMode: parts.cacheMode })
  return {
    authorize: createAuthorize({
      sessions,
      keys,
      providers,
      addressOf: (request) => clientAddress(request, trustProxy),
    }),
    sessionIdOf: (request) => tokens.read(bearerOf(request) ?? '')?.sessionId,
    sessions,
    passwords: createPasswords(parts.bcryptCost),
    throttle: createSignInThrottle(db, {
      onLockOut: createLockOutAlarm({ ...parts, audit }),
      ...(parts.now ? { now: parts.now } : {}),
    }),
    passwordRequests: createPasswordRequests({ ...parts, audit }),
    secondFactor: createSecondFactor(parts),
    setup,
    devices: createDeviceCookies(deriveKey(parts.jwtSecret, 'device cookie'), parts.now),
    keys,
    providers,
    configured,
    audit,
    auditWatch,
    close: async () => {
      await audit.close()
      await auditWatch.close()
      keys.close()
      setup.close()
      providers.close()
    },
  }
}
