import { createHash } from 'node:crypto'
import { messages } from '@wardtrack/contracts'
import { type Database, trusted } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'
import { AttemptCounter, type AttemptLimit } from './attempt-counter.ts'
import { countedAddress } from './sign-in-address.ts'

/** The account and origin of a sign-in. */
export type SignInAttempt = {
  /** name of the account, which may not exist */
  account: string
  address: string
  /** id of the account, if there is one */
  userId?: string
  /** id of the device, when the account signed in with the device before */
  knownDevice?: string
  /** true for the first account when the request comes from this machine */
  isFirstAccountHere?: boolean
}

/** Keys that failed attempts are counted by. */
export type LockOutKind =
  | 'account-at-address'
  | 'account'
  | 'address'
  | 'device'
  | 'this-machine'
  | 'second-factor'

/** A block that began with this attempt. */
export type LockOut = { kind: LockOutKind; attempt: SignInAttempt; seconds: number }

/** Counts failed sign-ins, and refuses before any hashing is done. */
export type SignInThrottle = {
  /**
   * Counts an attempt as failed until its outcome is reported, so that concurrent attempts cannot exceed the limit.
   * @throws ApiError `too_many_attempts` with Retry-After
   */
  begin(attempt: SignInAttempt): Promise<void>
  /** the attempt succeeded and does not count as a failure */
  succeeded(attempt: SignInAttempt): Promise<void>
  /** the password was correct and a code is required: the attempt counts neither as failed nor as successful */
  undecided(attempt: SignInAttempt): Promise<void>
  /**
   * Counts a code as wrong until its outcome is reported, by the account only. This step requires the password, so
   * that the block affects nobody else.
   * @throws ApiError `too_many_attempts` with Retry-After
   */
  beginCode(attempt: SignInAttempt): Promise<void>
  /** the code was correct */
  codeSucceeded(attempt: SignInAttempt): Promise<void>
  /** lifts every block of an account */
  lift(account: string): Promise<void>
}

const MINUTE_MS = 60_000

/**
 * Limits of failures within a quarter of an hour, and lengths of the blocks. Each block is twice as long as the one
 * before, up to a maximum. Counts that other people can cause (an account from any address, a shared address) block
 * only unknown devices.
 */
const LIMITS: Readonly<Record<LockOutKind, AttemptLimit>> = {
  'account-at-address': { failures: 10, blockMs: 15 * MINUTE_MS, longestMs: 240 * MINUTE_MS },
  account: { failures: 50, blockMs: 15 * MINUTE_MS, longestMs: 60 * MINUTE_MS },
  address: { failures: 100, blockMs: 15 * MINUTE_MS, longestMs: 15 * MINUTE_MS },
  device: { failures: 10, blockMs: 15 * MINUTE_MS, longestMs: 240 * MINUTE_MS },
  'this-machine': { failures: 10, blockMs: MINUTE_MS, longestMs: MINUTE_MS },
  'second-factor': { failures: 10, blockMs: 15 * MINUTE_MS, longestMs: 240 * MINUTE_MS },
}
/** Counts that a correct password resets. The other counts may hold failures of other people. */
const OWN_KINDS: ReadonlySet<LockOutKind> = new Set(['account-at-address', 'device', 'this-machine'])

/** Creates the throttle. @param parts `now`: the clock, for tests; `onLockOut` receives every block when it begins */
export function createSignInThrottle(
  db: Database,
  parts: { now?: () => number; onLockOut?: (lockOut: LockOut) => void } = {},
): SignInThrottle {
  const { now = Date.now, onLockOut } = parts
  const counter = new AttemptCounter(db, now)
  const count = async (kind: LockOutKind, key: string, attempt: SignInAttempt): Promise<void> => {
    const { blockedMs, isNewBlock } = await counter.count(key, LIMITS[kind])
    if (blockedMs <= 0) return
    const seconds = Math.max(1, Math.ceil(blockedMs / 1000))
    if (isNewBlock) onLockOut?.({ kind, attempt, seconds })
    throw new ApiError('too_many_attempts', messages.tooManyAttempts, { retryAfter: seconds })
  }
  return {
    begin: async (attempt) => {
      const counted: string[] = []
      for (const [kind, key] of keysOf(attempt)) {
        try {
          await count(kind, key, attempt)
          counted.push(key)
        } catch (error) {
          // A refused attempt counts only for the limit that refused it.
          for (const earlier of counted) await counter.takeBack(earlier)
          throw error
        }
      }
    },
    succeeded: async (attempt) => {
      for (const [kind, key] of keysOf(attempt))
        await (OWN_KINDS.has(kind) ? counter.clear(key) : counter.takeBack(key))
    },
    undecided: async (attempt) => {
      for (const [, key] of keysOf(attempt)) await counter.takeBack(key)
    },
    beginCode: (attempt) => count('second-factor', codeKeyOf(attempt), attempt),
    codeSucceeded: (attempt) => counter.clear(codeKeyOf(attempt)),
    lift: async (account) => {
      const prefix = `account:${tagOf(account)}`
      await db.models.attempts.deleteMany({ _id: trusted({ $gte: prefix, $lt: `${prefix}~` }) })
    },
  }
}

/** Returns the digest of an account name. The store never holds the typed name, because it may be a password. */
const tagOf = (account: string): string =>
  createHash('sha256').update(account.toLowerCase()).digest('base64url').slice(0, 22)

const codeKeyOf = ({ account }: SignInAttempt): string => `account:${tagOf(account)}:second-factor`

function keysOf({
  account,
  address,
  knownDevice,
  isFirstAccountHere,
}: SignInAttempt): [kind: LockOutKind, key: string][] {
  const ofAccount = `account:${tagOf(account)}`
  if (isFirstAccountHere) return [['this-machine', `${ofAccount}:this-machine`]]
  if (knownDevice !== undefined) return [['device', `${ofAccount}:device:${knownDevice}`]]
  const counted = countedAddress(address)
  return [
    ['account-at-address', `${ofAccount}:address:${counted}`],
    ['address', `address:${counted}`],
    ['account', ofAccount],
  ]
}
