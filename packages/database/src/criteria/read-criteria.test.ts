import { describe, expect, test } from 'vitest'
import { criteriaFieldsOf } from './criteria-fields.ts'
import { type CriteriaError, readCriteria } from './read-criteria.ts'

const fields = criteriaFieldsOf({})
const faultOf = (body: Record<string, unknown>): CriteriaError | undefined => {
  try {
    readCriteria(body, fields)
    return undefined
  } catch (fault) {
    return fault as CriteriaError
  }
}

test('keeps several distinct searches, and refuses more than 50', () => {
  const body = { search: 'tower', items: [{ search: ' pump ' }, { search: 'pump' }] }
  expect(readCriteria(body, fields).searches).toEqual(['pump', 'tower'])
  const items = Array.from({ length: 51 }, (_, index) => ({ search: `text ${index}` }))
  expect(faultOf({ items })).toMatchObject({ code: 'invalid_criteria', path: 'items.50.search' })
  expect(readCriteria({ items: items.slice(1) }, fields).searches).toHaveLength(50)
})

test('refuses more than 50 conditions, and long lists of empty ones, before it reads the rest', () => {
  const conditions = (count: number, value: unknown) =>
    Array.from({ length: count }, () => ({ AssetId: value }))
  const refused = { code: 'invalid_criteria', path: '', message: 'At most 50 conditions.' }
  expect(faultOf({ items: conditions(50, 'a') })).toBeUndefined()
  expect(faultOf({ items: [...conditions(51, 'a'), { unknown: 1 }] })).toMatchObject(refused)
  expect(faultOf({ items: conditions(50, 'a'), subject: 'Equipment' })).toMatchObject(refused)
  expect(faultOf({ items: conditions(1_000, '') })).toBeUndefined()
  expect(faultOf({ items: conditions(1_001, '') })).toMatchObject(refused)
  const members = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`field ${n}`, '']))
  expect(faultOf(members)).toMatchObject(refused)
  expect(faultOf({ items: [members] })).toMatchObject(refused)
})

test('refuses a long list of sort fields before it reads them', () => {
  const sort = Array.from({ length: 4 }, () => ({ sortField: 'unknown', sortDirection: 1 }))
  expect(faultOf({ sort })).toMatchObject({ path: 'sort', message: 'At most three sort fields.' })
})

describe('a NUL character', () => {
  test("is refused where it would become part of a pattern, because the store's patterns cannot hold it", () => {
    expect(faultOf({ search: 'a\0b' })).toMatchObject({ code: 'invalid_criteria', path: 'search' })
    expect(faultOf({ AssetId: { $regex: '\0' } })).toMatchObject({
      code: 'invalid_criteria',
      path: 'AssetId.$regex',
    })
  })

  test('is accepted within a value', () => {
    expect(faultOf({ AssetId: 'a\0b' })).toBeUndefined()
  })
})
