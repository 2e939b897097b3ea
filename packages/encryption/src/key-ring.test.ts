import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { isSealed, keyIdOf, SealedValueError } from './sealed-value.ts'

const SECRET = 'a first secret of more than 32 characters'
const OTHER_SECRET = 'another secret of more than 32 characters'
const place = { collection: 'assets', id: 'Equipment:P-1', field: 'SerialNo' }

test('opens any sealed text unchanged, and seals equal texts differently', () => {
  const ring = createKeyRing([SECRET])
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (plain) => {
      const [first, second] = [ring.seal(plain, place), ring.seal(plain, place)]
      expect(first).not.toBe(second)
      expect(isSealed(first)).toBe(true)
      expect([ring.open(first, place), ring.open(second, place)]).toEqual([plain, plain])
    }),
  )
  expect(ring.seal('SN-123456', place)).not.toContain('SN-123456')
})

test.each(['collection', 'id', 'field'] as const)(
  'does not open a value that was moved to another %s',
  (member) => {
    const ring = createKeyRing([SECRET])
    const sealed = ring.seal('SN-1', place)
    expect(() => ring.open(sealed, { ...place, [member]: 'other' })).toThrow(SealedValueError)
  },
)

test('does not open a value with any character changed', () => {
  const ring = createKeyRing([SECRET])
  const sealed = ring.seal('SN-1', place)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    // The last characters of base64url may differ in unused bits.
    const opened = () => ring.open(changed, place)
    if (at < sealed.length - 1) expect(opened, `character ${at}`).toThrow(SealedValueError)
  }
  expect(() => ring.open('plain', place)).toThrow('The text is no sealed value.')
  expect(() => ring.open(sealed.slice(0, 40), place)).toThrow(SealedValueError)
})

test('opens a value of an older secret in the ring, but not of another secret', () => {
  const sealed = createKeyRing([SECRET]).seal('SN-1', place)
  expect(() => createKeyRing([OTHER_SECRET]).open(sealed, place)).toThrow('is not in the key ring')
  expect(createKeyRing([OTHER_SECRET, SECRET]).open(sealed, place)).toBe('SN-1')
})

test('uses the new key for new values after a rotation, and still opens old ones', () => {
  const ring = createKeyRing([SECRET])
  const old = ring.seal('SN-1', place)
  const first = `${ring.secretId}.1`
  const second = `${ring.secretId}.2`
  expect(keyIdOf(old)).toBe(first)
  ring.use({ current: second, inUse: [first, second] })
  expect(keyIdOf(ring.seal('SN-1', place))).toBe(second)
  expect(ring.open(old, place)).toBe('SN-1')
  expect(keyIdOf('plain')).toBeUndefined()
})

test('refuses keys that the ring cannot make, and keeps using the former ones', () => {
  const ring = createKeyRing([SECRET])
  const before = ring.state()
  expect(() => ring.use({ current: 'ffffffff.1', inUse: ['ffffffff.1'] })).toThrow(SealedValueError)
  expect(ring.state()).toEqual(before)
  expect(ring.hasKey('ffffffff.1')).toBe(false)
  expect(ring.hasKey(before.current)).toBe(true)
})

test('blind indexes are equal only for equal texts of one field, and searches use every key in use', () => {
  const ring = createKeyRing([SECRET])
  const field = { collection: 'assets', field: 'SerialNo' }
  const blind = ring.blindIndex('SN-1', field)
  expect(ring.blindIndex('SN-1', field)).toBe(blind)
  expect(ring.blindIndex('SN-2', field)).not.toBe(blind)
  expect(ring.blindIndex('SN-1', { ...field, field: 'AssetName' })).not.toBe(blind)
  expect(createKeyRing([OTHER_SECRET]).blindIndex('SN-1', field)).not.toBe(blind)
  const [first] = ring.state().inUse
  const second = `${ring.secretId}.2`
  ring.use({ current: second, inUse: [first ?? '', second] })
  expect(ring.blindIndexes('SN-1', field)).toEqual([ring.blindIndex('SN-1', field), blind])
})
