import { hash, randomBytes } from 'node:crypto'

const COUNT = 10
/** Letters and digits that are not mistaken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 7
const GROUP_LENGTH = 4

/** Generates ten recovery codes of about 138 bits, in groups that can be read aloud: `k7mq-w3xd-p9fz-a2ht-…`. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: COUNT }, generateCode)

const generateCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomSign).join('')).join('-')

/**
 * Draws a random sign. Bytes above the last whole multiple of the number of signs are drawn again, so that all signs
 * are equally likely.
 */
function randomSign(): string {
  const limit = 256 - (256 % SIGNS.length)
  for (;;) {
    const [byte = 0] = randomBytes(1)
    if (byte < limit) return SIGNS[byte % SIGNS.length] ?? ''
  }
}

/**
 * Hashes a recovery code for storage. A fast hash is enough: a code is random and long, unlike a password. The hash
 * includes the account, so that accounts with the same code have different hashes.
 */
export const hashRecoveryCode = (userId: string, code: string): string =>
  hash('sha256', `${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'hex')
