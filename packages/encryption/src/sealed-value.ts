/**
 * What a sealed value begins with. The control character keeps it apart from what people type; a text that begins like
 * this all the same is sealed before it is stored, so that nobody can pass a text off as a sealed value.
 */
const MARK = '\u0003sealed:'
const IV_BYTES = 12
const TAG_BYTES = 16

/** A value that cannot be opened: it was changed, it belongs to another place, or its key is not in the ring. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError'
}

/** The parts of a sealed value. */
export type SealedParts = { keyId: string; iv: Buffer; tag: Buffer; encrypted: Buffer }

/** Whether a value of the store is sealed. */
export const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(MARK)

/** Id of the key that a value was sealed with; undefined when it is none. */
export const keyIdOf = (value: unknown): string | undefined =>
  isSealed(value) ? value.slice(MARK.length, value.indexOf(':', MARK.length)) : undefined

/** The text that is stored: mark, key id, and what was encrypted with its IV and tag. */
export const formatSealed = ({ keyId, iv, tag, encrypted }: SealedParts): string =>
  `${MARK}${keyId}:${Buffer.concat([iv, tag, encrypted]).toString('base64url')}`

/** @throws SealedValueError for a text that is no sealed value */
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
