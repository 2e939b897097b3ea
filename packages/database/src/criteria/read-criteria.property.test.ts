import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetFilter } from './asset-filter.ts'
import { criteriaFieldsOf } from './criteria-fields.ts'
import { CriteriaError, readCriteria } from './read-criteria.ts'
import { matcherOf, patternContaining, textOfPattern } from './text-pattern.ts'

const entry = (Model: string, inputType: 'input' | 'multiple' = 'input') => ({
  Alias: 'x',
  Model,
  tableKey: 'x',
  filterFlag: '1' as const,
  inputType,
})
const FIELDS = criteriaFieldsOf({
  Equipment: { AssetName: entry('Fields.AssetName'), Tags: entry('Fields.Tags', 'multiple') },
})
const TESTS = new Set(['$eq', '$in', '$regex', '$gte', '$lt'])
/** Names that a finished filter may contain besides fields. */
const STORE = new Set([...TESTS, '$and', '$or', '$ne', '$all', '$elemMatch'])
const OPERATORS = [
  '$where',
  '$expr',
  '$ne',
  '$gt',
  '$regex',
  '$options',
  '$gte',
  '$lt',
  '$in',
  '$or',
  '$function',
  '__proto__',
]

const fieldName = fc.oneof(
  fc.constantFrom(...FIELDS.keys()),
  fc.constantFrom(
    'sort',
    'search',
    'pagination',
    'subject',
    'criteria',
    'items',
    'query',
    'filter',
    ...OPERATORS,
  ),
  fc.string({ maxLength: 12 }),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.string({ maxLength: 8 }),
    fc.constantFrom('N/A', '(a+)+$', '.*', '2026-01-01', 'Patient', '', null, 7, Number.NaN, true),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom(...OPERATORS, 'startDate', 'sortField', 'sortDirection'), fieldName),
      tie('any'),
      { maxKeys: 4 },
    ),
  ),
})).any
const condition = fc.dictionary(fieldName, value, { maxKeys: 5 })
const body = fc.oneof(condition, fc.array(condition, { maxLength: 5 }))

function read(input: unknown) {
  try {
    return readCriteria(input as never, FIELDS)
  } catch (fault) {
    if (fault instanceof CriteriaError) return fault
    throw fault
  }
}

function operatorsIn(filter: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(filter)) for (const part of filter) operatorsIn(part, found)
  else if (
    typeof filter === 'object' &&
    filter !== null &&
    Object.getPrototypeOf(filter) === Object.prototype
  )
    for (const [name, below] of Object.entries(filter)) {
      if (name.startsWith('$')) found.add(name)
      operatorsIn(below, found)
    }
  return found
}

describe('any input', () => {
  test('gives an error, or only tests of known fields with allowed operators', () => {
    const paths = new Set([...FIELDS.values()].map(({ path }) => path))
    fc.assert(
      fc.property(body, (input) => {
        const criteria = read(input)
        if (criteria instanceof CriteriaError) {
          expect(['invalid_criteria', 'validation']).toContain(criteria.code)
          return
        }
        for (const { path, test: operators } of criteria.conditions) {
          expect(paths).toContain(path)
          expect(Object.keys(operators).length).toBeGreaterThan(0)
          for (const name of Object.keys(operators)) expect(TESTS).toContain(name)
        }
        expect(criteria.conditions.length).toBeLessThanOrEqual(50)
        for (const { sortField } of criteria.sort) expect(paths).toContain(sortField)
      }),
      { numRuns: 3_000 },
    )
  })

  test('gives a filter without other operators that never matches a patient', () => {
    const scope = {
      patientDataAccess: false,
      activeByDefault: true,
      matchingPlaces: new Map([['pump', ['h1']]]),
    }
    fc.assert(
      fc.property(body, fc.boolean(), (input, typed) => {
        const criteria = read(input)
        if (criteria instanceof CriteriaError) return
        const types = ['Equipment', 'Patient']
        const filter = assetFilter(criteria, typed ? { ...scope, types } : scope)
        for (const name of operatorsIn(filter)) expect(STORE).toContain(name)
        expect(excludesPatients(filter)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  test('gives a pattern that matches only texts that contain the input', () => {
    const separators = fc.constantFrom('\u2028', '\u2029', '\n', '\r', '\0', '/', '\\', String.raw`\x00`)
    const text = fc.string({ maxLength: 12, unit: fc.oneof(fc.string({ maxLength: 1 }), separators) })
    fc.assert(
      fc.property(text, text, (wanted, other) => {
        const pattern = patternContaining(wanted)
        const matches = matcherOf(pattern)
        expect(matches?.(`a${wanted.toLowerCase()}b`)).toBe(true)
        expect(matches?.(other)).toBe(other.toUpperCase().includes(wanted.toUpperCase()))
        expect(textOfPattern(pattern)).toBe(wanted)
      }),
      { numRuns: 2_000 },
    )
  })
})

/** Returns true if the top level of a filter excludes patients. */
function excludesPatients(filter: Record<string, unknown>): boolean {
  const clauses = Array.isArray(filter['$and']) ? (filter['$and'] as Record<string, unknown>[]) : [filter]
  return clauses.some((clause) => {
    const ids = (clause['_id'] as { $in?: unknown[] } | undefined)?.$in
    if (ids?.length === 0) return true
    const type = clause['AssetType']
    if (type === undefined) return false
    if (typeof type !== 'object' || type === null) return type !== 'Patient'
    const { $ne: not, $in: any } = type as { $ne?: unknown; $in?: unknown[] }
    return not === 'Patient' || (any !== undefined && !any.includes('Patient'))
  })
}
