import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAsLateAs } from './time.ts'

describe('the order of two times', () => {
  it('compares moments, independent of their notation', () => {
    const moment = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    const written = fc.tuple(moment, fc.constantFrom('Z', '+00:00', '.000Z')).map(([date, end]) => {
      const iso = date.toISOString()
      return end === 'Z' ? iso : `${iso.slice(0, 19)}${end}`
    })
    fc.assert(
      fc.property(written, written, (a, b) => {
        expect(isAsLateAs(a, b)).toBe(Date.parse(a) >= Date.parse(b))
      }),
    )
  })

  it('is false for texts that are no times', () => {
    expect(isAsLateAs('yesterday', '2026-11-21T10:00:00.000Z')).toBe(false)
    expect(isAsLateAs('2026-11-21T10:00:00.000Z', 'yesterday')).toBe(false)
  })
})
