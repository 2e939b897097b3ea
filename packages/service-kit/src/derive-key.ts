import { hkdfSync } from 'node:crypto'

/**
 * A key for one purpose, derived from the installation's secret: what is signed for one purpose says nothing about
 * another. @see RFC 5869 (HKDF)
 */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `wardtrack ${purpose}`, 32))
