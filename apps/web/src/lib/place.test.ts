import { describe, expect, it } from 'vitest'
import { pathText, placeOf } from './place.ts'
import { clockTime, dateTime } from './time.ts'

describe('a place', () => {
  it('is unit and room of a deep path, without the site', () => {
    const path = {
      Level_1: 'Site',
      Level_2: 'Tower A',
      Level_3: 'Level 3',
      Level_4: 'ICU',
      Level_5: 'Room 7',
    }
    expect(placeOf(path)).toEqual({ place: 'ICU · Room 7', within: 'Tower A > Level 3' })
    expect(pathText(path)).toBe('Site > Tower A > Level 3 > ICU > Room 7')
  })

  it('is the innermost level of a shorter path', () => {
    const store = { Level_1: 'Site', Level_2: 'Tower A', Level_3: 'Level 3', Level_4: 'Store' }
    expect(placeOf(store)).toEqual({ place: 'Store', within: 'Tower A > Level 3' })
    expect(placeOf({ Level_1: 'Site', Level_2: 'Tower A' })).toEqual({ place: 'Tower A', within: 'Site' })
    expect(placeOf({ Level_1: 'Site' })).toEqual({ place: 'Site', within: '' })
    expect(placeOf(undefined)).toEqual({ place: '', within: '' })
  })

  it('orders levels by number, not by name', () => {
    expect(pathText({ Level_10: 'j', Level_2: 'b', Level_1: 'a' })).toBe('a > b > j')
  })
})

describe('a time', () => {
  it('is formatted in the pattern of the histories', () => {
    const noon = new Date(2026, 10, 21, 9, 4, 5).toISOString()
    expect(dateTime(noon)).toBe('11/21/2026, 09:04:05')
    expect(clockTime(noon)).toBe('09:04:05')
    expect(dateTime('never')).toBe('--')
    expect(dateTime(null)).toBe('--')
  })
})
