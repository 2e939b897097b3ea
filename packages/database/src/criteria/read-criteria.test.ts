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
