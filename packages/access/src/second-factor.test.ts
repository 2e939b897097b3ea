import { expect, test } from 'vitest'
import { generateRecoveryCodes, hashRecoveryCode } from './second-factor.ts'

const SIGNS = 31
/** Codes with fewer bits would have to be stored as passwords are. @see OWASP ASVS 5.0, 6.5.2 */
const MIN_BITS = 128

test('stores codes only as hashes, and makes them long enough for that', () => {
  const codes = generateRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4})+$/)
    expect(code.replaceAll('-', '').length * Math.log2(SIGNS)).toBeGreaterThan(MIN_BITS)
    expect(hashRecoveryCode('someone', code)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashRecoveryCode('someone', code)).not.toBe(hashRecoveryCode('somebody else', code))
    expect(hashRecoveryCode('someone', ` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(
      hashRecoveryCode('someone', code),
    )
  }
})
