import { messages } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import { ApiError, type Logger } from '@wardtrack/service-kit'
import { AttemptCounter } from './attempt-counter.ts'
import type { AuditLog } from './audit-log.ts'
import { countedAddress } from './sign-in-address.ts'

/** Requests of people who have forgotten their passwords, stored with the account until an administrator answers. */
export type PasswordRequests = {
  /**
   * Stores that the person needs a new password. Resolves before the account is looked up, so that the response time
   * does not reveal whether the account exists.
   * @throws ApiError `too_many_attempts` when too many came from the address
   */
  add(username: string, address: string): Promise<void>
}

const LIMIT = { failures: 10, blockMs: 15 * 60_000, longestMs: 60 * 60_000 }

/** Creates the password requests of a process. @param parts `now`: the clock, for tests */
export function createPasswordRequests(parts: {
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
