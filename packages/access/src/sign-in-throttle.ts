import { messages } from '@wardtrack/contracts'
import { type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import { ApiError } from '@wardtrack/service-kit'

const WINDOW_MS = 15 * 60_000
const PER_ACCOUNT = 10
const PER_ADDRESS = 100

/** Counts failed sign-ins by account name (known or not) and by address; it decides before any hashing is done. */
export type SignInThrottle = {
  /**
   * Counts an attempt as failed until told otherwise, so that attempts made at once cannot slip past the limit.
   * @throws ApiError `too_many_attempts` with Retry-After
   */
  begin(account: string, address: string): Promise<void>
  /** the attempt was right: it does not count */
  succeeded(account: string, address: string): Promise<void>
  /** lifts the block of an account */
  lift(account: string): Promise<void>
}

/** Makes the throttle. @param now the clock, for tests */
export function createSignInThrottle(db: Database, now: () => number = Date.now): SignInThrottle {
  const accountKey = (account: string): string => `account:${account.toLowerCase().slice(0, 200)}`
  const addressKey = (address: string): string => `address:${address}`

  const count = async (key: string, most: number): Promise<void> => {
    const found = await increment(db, key, now())
    if (found.count <= most) return
    const until = found.blockedUntil ?? (await block(db, key, now()))
    throw new ApiError('too_many_attempts', messages.tooManyAttempts, {
      retryAfter: Math.max(1, Math.ceil((until.getTime() - now()) / 1000)),
    })
  }
  return {
    begin: async (account, address) => {
      await count(addressKey(address), PER_ADDRESS)
      await count(accountKey(account), PER_ACCOUNT)
    },
    succeeded: async (account, address) => {
      await db.models.attempts.deleteOne({ _id: accountKey(account) })
      await db.models.attempts.updateOne(
        { _id: addressKey(address), count: trusted({ $gt: 0 }) },
        { $inc: { count: -1 } },
      )
    },
    lift: async (account) => {
      await db.models.attempts.deleteOne({ _id: accountKey(account) })
    },
  }
}

async function increment(
  db: Database,
  key: string,
  now: number,
): Promise<{ count: number; blockedUntil?: Date }> {
  const expiresAt = new Date(now + WINDOW_MS)
  const live = { _id: key, expiresAt: trusted({ $gt: new Date(now) }) }
  const found = await db.models.attempts.findOneAndUpdate(live, { $inc: { count: 1 } })
  if (found) return found
  try {
    const stale = { _id: key, expiresAt: trusted({ $lte: new Date(now) }) }
    await db.models.attempts.replaceOne(stale, { _id: key, count: 1, expiresAt }, { upsert: true })
    return { count: 1 }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return increment(db, key, now)
  }
}

async function block(db: Database, key: string, now: number): Promise<Date> {
  const until = new Date(now + WINDOW_MS)
  await db.models.attempts.updateOne({ _id: key }, { $set: { blockedUntil: until, expiresAt: until } })
  return until
}
