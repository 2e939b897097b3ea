import { createHash } from 'node:crypto'
import { messages } from '@wardtrack/contracts'
import { type Database, trusted } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'
import { AttemptCounter, type AttemptLimit } from './attempt-counter.ts'
import { countedAddress } from './sign-in-address.ts'

/** Who tries to sign in, and from where. */
export type SignInAttempt = {
  /** name of the account, whether there is one or not */
  account: string
  address: string
  /** id of the account, if there is one */
  userId?: string
  /** id of the device, when the account signed in with it before */
  knownDevice?: string
  /** the first account, asked for on this machine itself */
  isFirstAccountHere?: boolean
}

/** What failed attempts are counted by. */
export type LockOutKind =
  | 'account-at-address'
  | 'account'
  | 'address'
  | 'device'
  | 'this-machine'
  | 'second-factor'

/** Attempts that were shut out just now. */
export type LockOut = { kind: LockOutKind; attempt: SignInAttempt; seconds: number }

/** Counts failed sign-ins; it decides before any hashing is done. */
export type SignInThrottle = {
  /**
   * Counts an attempt as failed until told otherwise, so that attempts made at once cannot slip past the limit.
   * @throws ApiError `too_many_attempts` with Retry-After
   */
  begin(attempt: SignInAttempt): Promise<void>
  /** the attempt was right: it does not count */
  succeeded(attempt: SignInAttempt): Promise<void>
  /** the password was right and a code is asked for: the attempt counts neither as failed nor as right */
  undecided(attempt: SignInAttempt): Promise<void>
  /**
   * Counts a code as wrong until told otherwise, by the account alone: only who knows its password gets here, so that
   * this shuts nobody else out.
   * @throws ApiError `too_many_attempts` with Retry-After
   */
  beginCode(attempt: SignInAttempt): Promise<void>
  /** the code was right */
  codeSucceeded(attempt: SignInAttempt): Promise<void>
  /** lifts every block of an account */
  lift(account: string): Promise<void>
}

const MINUTE_MS = 60_000

/**
 * Failures within a quarter of an hour, and how long they shut out: twice as long each time, up to a limit. What others
 * can cause (an account from anywhere, an address that many share) shuts out only devices that are not known.
 */
const LIMITS: Readonly<Record<LockOutKind, AttemptLimit>> = {
  'account-at-address': { failures: 10, blockMs: 15 * MINUTE_MS, longestMs: 240 * MINUTE_MS },
  account: { failures: 50, blockMs: 15 * MINUTE_MS, longestMs: 60 * MINUTE_MS },
  address: { failures: 100, blockMs: 15 * MINUTE_MS, longestMs: 15 * MINUTE_MS },
  device: { failures: 10, blockMs: 15 * MINUTE_MS, longestMs: 240 * MINUTE_MS },
  'this-machine': { failures: 10, blockMs: MINUTE_MS, longestMs: MINUTE_MS },
  'second-factor': { failures: 10, blockMs: 15 * MINUTE_MS, longestMs: 240 * MINUTE_MS },
}
/** Counts that a right password ends. The others may hold failures of somebody else. */
const OWN_KINDS: ReadonlySet<LockOutKind> = new Set(['account-at-address', 'device', 'this-machine'])

/** Makes the throttle. @param parts `now`: the clock, for tests; `onLockOut` hears of every block when it begins */
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
          // It was not tried: it counts where it was refused, and nowhere else.
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

/** What is typed as a name may be a password: the store holds no more than a digest of it. */
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
