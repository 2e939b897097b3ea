import { randomBytes } from 'node:crypto'
import { messages } from '@wardtrack/contracts'
import { ApiError } from '@wardtrack/service-kit'
import bcrypt from 'bcrypt'

/** Limits the hashes that run together: they share their threads with files, images and host name lookups. */
type HashQueue = {
  /** @throws ApiError 429 when too many wait */
  run<R>(work: () => Promise<R>): Promise<R>
  /** Checks for a free place before an attempt is counted. @throws ApiError 429 when too many wait */
  checkRoom(): void
}

/** Half of the runtime's threads for such work. */
const MAX_RUNNING = 2
/** About five seconds of hashing at the product's cost. */
const MAX_WAITING = 40
const RETRY_SECONDS = 5

/** Creates the queue of a process. */
function createHashQueue(): HashQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const checkRoom = (): void => {
    if (waiting.length >= MAX_WAITING)
      throw new ApiError('overloaded', messages.overloaded, { retryAfter: RETRY_SECONDS })
  }
  return {
    checkRoom,
    run: async (work) => {
      if (running < MAX_RUNNING) running += 1
      else {
        checkRoom()
        // A finished hash passes its slot directly to the next waiting one, so that no newcomer takes the slot.
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}

/** Hashes passwords with bcrypt. */
export type Passwords = {
  /** @throws ApiError 429 when too many hashes are waiting */
  checkRoom(): void
  hash(password: string): Promise<string>
  /** compares; without a stored hash it takes the same time and returns false */
  matches(password: string, stored: string | undefined): Promise<boolean>
}

/** Creates the password hasher. @param cost bcrypt's cost; 12 in the product, lower only in tests */
export function createPasswords(cost = 12): Passwords {
  const queue = createHashQueue()
  let decoy: Promise<string> | undefined
  return {
    checkRoom: queue.checkRoom,
    hash: (password) => queue.run(() => bcrypt.hash(password, cost)),
    matches: async (password, stored) => {
      // An unknown account must take as long as a known one; otherwise the response time reveals that it does not
      // exist.
      decoy ??= bcrypt.hash(randomBytes(16).toString('hex'), cost)
      const expected = stored ?? (await decoy)
      const same = await queue.run(() => bcrypt.compare(password, expected))
      return stored !== undefined && same
    },
  }
}

/** Generates a password to print once: 26 characters that are easy to read aloud, 130 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return [...randomBytes(26)].map((byte) => letters[byte % letters.length]).join('')
}
