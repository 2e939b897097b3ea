import { hash, randomBytes } from 'node:crypto'

const COUNT = 10
/** Letters and digits that are not taken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 7
const GROUP_LENGTH = 4

/** Ten new recovery codes of about 138 bits, in groups that can be read aloud: `k7mq-w3xd-p9fz-a2ht-…`. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: COUNT }, generateCode)

const generateCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomSign).join('')).join('-')

/** Bytes above the last whole multiple of the signs are thrown again, so that each sign is as likely. */
function randomSign(): string {
  const limit = 256 - (256 % SIGNS.length)
  for (;;) {
    const [byte = 0] = randomBytes(1)
    if (byte < limit) return SIGNS[byte % SIGNS.length] ?? ''
  }
}

/**
 * What is stored of a recovery code. A fast hash is enough: it is random and long, unlike a password. The account is part
 * of it, so that equal hashes of two accounts tell nothing.
 */
export const hashRecoveryCode = (userId: string, code: string): string =>
  hash('sha256', `${userId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'hex')
