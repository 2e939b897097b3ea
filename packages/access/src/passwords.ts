import { randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'
import { createHashQueue } from './hash-queue.ts'

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
