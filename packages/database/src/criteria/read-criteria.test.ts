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

describe('a NUL character', () => {
  test('is refused where it would become part of a pattern, which the store cannot hold', () => {
    expect(faultOf({ search: 'a\0b' })).toMatchObject({ code: 'invalid_criteria', path: 'search' })
    expect(faultOf({ AssetId: { $regex: '\0' } })).toMatchObject({
      code: 'invalid_criteria',
      path: 'AssetId.$regex',
    })
  })

  test('within a value is a value like any other', () => {
    expect(faultOf({ AssetId: 'a\0b' })).toBeUndefined()
  })
})
