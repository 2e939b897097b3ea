import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { formatSealed, parseSealed, SealedValueError } from './sealed-value.ts'

/** Place of a value. A sealed value opens only there, not after a move to another document or field. */
export type SealContext = { collection: string; id: string; field: string }

/** Field whose values are compared with each other by blind indexes. */
export type BlindContext = { collection: string; field: string }

/**
 * Keys in use of an installation. A key's id is `{id of its secret}.{version}`: any number of keys can be derived
 * from one secret.
 */
export type KeyRingState = {
  /** id of the key that seals new values */
  current: string
  /** ids of all keys that may have sealed values, including the current one */
  inUse: readonly string[]
}

type Keys = { sealing: Buffer; blind: Buffer }

const IV_BYTES = 12
const BLIND_BYTES = 16

const expand = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `wardtrack encryption ${purpose}`, 32))

/**
 * Derives the key of one document. The number of values that AES-GCM may encrypt under one key with random IVs is
 * limited (NIST SP 800-38D, 8.3). A separate key for each document keeps the limit out of reach.
 */
const documentKey = (sealing: Buffer, { collection, id }: SealContext): Buffer =>
  createHmac('sha256', sealing)
    .update(JSON.stringify([collection, id]))
    .digest()

const boundData = ({ collection, id, field }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([collection, id, field]))

/** The keys of an installation and their operations. */
export type KeyRing = ReturnType<typeof createKeyRing>

/**
 * Creates the key ring of an installation.
 * @param secrets long random texts: the first makes the keys of new values, the others open older values
 * @param state keys in use according to the store; the first key of the first secret when left out
 */
export function createKeyRing(secrets: readonly [string, ...string[]], state?: KeyRingState) {
  const bySecretId = new Map(
    secrets.map((secret) => {
      const bytes = Buffer.from(secret)
      return [expand(bytes, 'key id').toString('hex').slice(0, 8), bytes] as const
    }),
  )
  const [firstSecretId = ''] = bySecretId.keys()
  const derived = new Map<string, Keys>()
  let used: KeyRingState = state ?? { current: `${firstSecretId}.1`, inUse: [`${firstSecretId}.1`] }

  const keysOf = (keyId: string): Keys => {
    const known = derived.get(keyId)
    if (known) return known
    const [secretId = '', version = ''] = keyId.split('.')
    const secret = bySecretId.get(secretId)
    if (!secret || !/^[1-9]\d{0,8}$/.test(version))
      throw new SealedValueError(`The key ${keyId} is not in the key ring.`)
    const keys = {
      sealing: expand(secret, `sealing ${version}`),
      blind: expand(secret, `blind index ${version}`),
    }
    derived.set(keyId, keys)
    return keys
  }
  const blindUnder = (keyId: string, plain: string, { collection, field }: BlindContext): string =>
    createHmac('sha256', keysOf(keyId).blind)
      .update(JSON.stringify([collection, field, plain]))
      .digest()
      .subarray(0, BLIND_BYTES)
      .toString('base64url')

  return {
    /** id of the secret that makes new keys */
    secretId: firstSecretId,
    /** Returns true if a secret in the ring can make a key. */
    hasKey: (keyId: string): boolean => bySecretId.has(keyId.split('.')[0] ?? ''),
    state: (): KeyRingState => used,
    /** Switches to the keys in use according to the store. @throws SealedValueError when one is not in the ring */
    use(next: KeyRingState): void {
      for (const keyId of next.inUse) keysOf(keyId)
      used = next
    },
    /** Encrypts a text with the current key (AES-256-GCM), bound to its place. */
    seal(plain: string, context: SealContext): string {
      const keyId = used.current
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', documentKey(keysOf(keyId).sealing, context), iv)
      cipher.setAAD(boundData(context))
      const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return formatSealed({ keyId, iv, tag: cipher.getAuthTag(), encrypted })
    },
    /**
     * Derives a key for one file.
     * @param salt salt of this file only
     * @param keyId id of a key; the current one when left out
     */
    fileKey: (salt: string, keyId: string = used.current): Buffer =>
      createHmac('sha256', keysOf(keyId).sealing).update(`file ${salt}`).digest(),
    /** Decrypts a sealed value. @throws SealedValueError when it was changed, moved, or its key is not in the ring */
    open(sealed: string, context: SealContext): string {
      const { keyId, iv, tag, encrypted } = parseSealed(sealed)
      const key = documentKey(keysOf(keyId).sealing, context)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tag.length })
      decipher.setAAD(boundData(context)).setAuthTag(tag)
      try {
        return decipher.update(encrypted, undefined, 'utf8') + decipher.final('utf8')
      } catch {
        throw new SealedValueError(`A sealed value of ${context.collection} cannot be opened.`)
      }
    },
    /**
     * Returns an HMAC of the text under the current key. It is equal for equal values of one field, without revealing
     * them.
     */
    blindIndex: (plain: string, context: BlindContext): string => blindUnder(used.current, plain, context),
    /**
     * Returns the blind indexes of a text under every key in use, the current one first. A search must use all of
     * them.
     */
    blindIndexes: (plain: string, context: BlindContext): string[] =>
      [used.current, ...used.inUse.filter((keyId) => keyId !== used.current)].map((keyId) =>
        blindUnder(keyId, plain, context),
      ),
  }
}
