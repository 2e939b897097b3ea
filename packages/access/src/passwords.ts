import { randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'

/** Hashing of passwords with bcrypt. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** compares; without a stored hash it spends the same time and says no */
  matches(password: string, stored: string | undefined): Promise<boolean>
}

/** Makes the password hasher. @param cost bcrypt's cost; 12 in the product, lower only in tests */
export function createPasswords(cost = 12): Passwords {
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => bcrypt.hash(password, cost),
    matches: async (password, stored) => {
      // An unknown account must cost what a known one costs, or its absence could be timed.
      decoy ??= bcrypt.hash(randomBytes(16).toString('hex'), cost)
      const same = await bcrypt.compare(password, stored ?? (await decoy))
      return stored !== undefined && same
    },
  }
}

/** A password to print once: 20 characters that are easy to read aloud, about 100 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return [...randomBytes(20)].map((byte) => letters[byte % letters.length]).join('')
}
