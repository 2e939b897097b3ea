/** Letters and digits without look-alikes. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 7
const GROUP_LENGTH = 4

/** Generates a one-time password of about 138 bits, in groups that can be read aloud. */
export function generateOneTimePassword(): string {
  const group = (): string => Array.from({ length: GROUP_LENGTH }, randomSign).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/**
 * Rejects bytes above the last whole multiple of the number of characters, so that all characters are equally likely.
 */
function randomSign(): string {
  const limit = 256 - (256 % SIGNS.length)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return SIGNS[byte % SIGNS.length] ?? ''
  }
}
