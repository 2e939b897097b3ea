import { hkdfSync } from 'node:crypto'

/**
 * Derives a key for one purpose from the installation's secret. A signature for one purpose is not valid for another.
 * @see RFC 5869 (HKDF)
 */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `wardtrack ${purpose}`, 32))
