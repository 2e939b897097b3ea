/** Letters and digits that are not taken for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 7
const GROUP_LENGTH = 4

/** A password to be handed over and changed at once, of about 138 bits, in groups that can be read aloud. */
export function generateOneTimePassword(): string {
  const group = (): string => Array.from({ length: GROUP_LENGTH }, randomSign).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Bytes above the last whole multiple of the signs are thrown again, so that each sign is as likely. */
function randomSign(): string {
  const limit = 256 - (256 % SIGNS.length)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return SIGNS[byte % SIGNS.length] ?? ''
  }
}
