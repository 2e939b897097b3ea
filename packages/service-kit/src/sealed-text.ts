import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_LENGTH = 12
const TAG_LENGTH = 16

/** Encrypts a text for a place outside the installation. A text sealed under one name does not open under another. */
export function sealText(key: Buffer, name: string, text: string): Buffer {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_LENGTH }).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a text that {@link sealText} encrypted under the name; undefined for anything else. */
export function openText(key: Buffer, name: string, sealed: Buffer): string | undefined {
  const iv = sealed.subarray(0, IV_LENGTH)
  const tag = sealed.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH)
  if (tag.length < TAG_LENGTH) return undefined
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_LENGTH })
    decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
    const text = decipher.update(sealed.subarray(IV_LENGTH + TAG_LENGTH))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
