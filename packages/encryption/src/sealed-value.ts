/**
 * Prefix of a sealed value. Its control character does not occur in typed text. Any other text with this prefix is
 * sealed before it is stored, so that nobody can pass a text off as a sealed value.
 */
const MARK = '\u0003sealed:'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Error for a value that cannot be opened: it was changed, it belongs to another place, or its key is not in the
 * ring.
 */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError'
}

/** The parts of a sealed value. */
export type SealedParts = { keyId: string; iv: Buffer; tag: Buffer; encrypted: Buffer }

/** Returns true if a stored value is sealed. */
export const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(MARK)

/** Returns the id of the key that sealed a value; undefined when it is not sealed. */
export const keyIdOf = (value: unknown): string | undefined =>
  isSealed(value) ? value.slice(MARK.length, value.indexOf(':', MARK.length)) : undefined

/** Returns the stored text: prefix, key id, IV, tag and encrypted content. */
export const formatSealed = ({ keyId, iv, tag, encrypted }: SealedParts): string =>
  `${MARK}${keyId}:${Buffer.concat([iv, tag, encrypted]).toString('base64url')}`

/** @throws SealedValueError for a text that is not a sealed value */
export function parseSealed(value: string): SealedParts {
  const keyId = keyIdOf(value)
  const bytes = Buffer.from(value.slice(MARK.length + (keyId?.length ?? 0) + 1), 'base64url')
  if (keyId === undefined || bytes.length < IV_BYTES + TAG_BYTES)
    throw new SealedValueError('The text is no sealed value.')
  return {
    keyId,
    iv: bytes.subarray(0, IV_BYTES),
    tag: bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    encrypted: bytes.subarray(IV_BYTES + TAG_BYTES),
  }
}
