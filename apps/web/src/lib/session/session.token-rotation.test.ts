import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rotatedToken } from './session.ts'

describe('the TokenChanged header', () => {
  it('returns the new token if its old part is the stored one', () => {
    expect(rotatedToken('new_old', 'old')).toBe('new')
  })

  it('is ignored if its old part is another token', () => {
    expect(rotatedToken('new_other', 'old')).toBeUndefined()
    expect(rotatedToken('new_old', null)).toBeUndefined()
    expect(rotatedToken(null, 'old')).toBeUndefined()
  })

  it('is ignored without a new token', () => {
    expect(rotatedToken('_old', 'old')).toBeUndefined()
    expect(rotatedToken('old', 'old')).toBeUndefined()
  })

  it('is read correctly with any underscores in the tokens', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9_.-]+$/)
    fc.assert(
      fc.property(token, token, (next, old) => {
        expect(rotatedToken(`${next}_${old}`, old)).toBe(next)
      }),
    )
  })
})
