import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMappingChanges } from './apply-changes.ts'
import type { GivenValue } from './mapping-change.ts'
import { defaultMapping } from './metadata.store.ts'

const MEMBERS = ['Alias', 'Model', 'tableKey', 'filterFlag', 'inputType', 'icon', 'Options'] as const
const ENTRY_MEMBERS: ReadonlySet<string> = new Set(MEMBERS)

const hostile = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  '$set',
  '',
  '_id',
  '_aliases',
  'Mappings',
)
const part = fc.oneof(
  fc.constantFrom(
    'Equipment',
    'Clinician',
    'BatteryLevel',
    'SerialNo',
    'Options',
    'LEVEL_1',
    'alias',
    'image',
  ),
  fc.constantFrom(...MEMBERS),
  hostile,
  fc.string({ maxLength: 8 }),
)
const path = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('.')),
  fc.constantFrom(...MEMBERS).map((member) => `Equipment.SerialNo.${member}`),
  part.map((option) => `Equipment.BatteryLevel.Options.${option}.alias`),
  part.map((option) => `Equipment.BatteryLevel.Options.${option}`),
)
const model = fc.array(part, { maxLength: 4 }).map((parts) => ['Fields', ...parts].join('.'))
const value: fc.Arbitrary<GivenValue> = fc.oneof(
  fc.constantFrom('input', 'select', 'multiple', '1', '0', 'Fields.Mappings.Patient', 'AssetStatus'),
  model,
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const plausible = fc.constantFrom<[string, GivenValue]>(
  ['Equipment.SerialNo.Alias', 'Serial'],
  ['Equipment.SerialNo.Model', 'Fields.Serial.Number'],
  ['Equipment.SerialNo.inputType', 'select'],
  ['Equipment.SerialNo.Options.A.alias', 'a'],
  ['Equipment.BatteryLevel.inputType', 'input'],
  ['Equipment.BatteryLevel.Options.LEVEL_1', null],
  ['Equipment.BatteryLevel.Options.constructor2.alias', 'c'],
  ['Clinician.Status.filterFlag', true],
)
const query = fc
  .array(fc.oneof({ weight: 3, arbitrary: plausible }, { weight: 1, arbitrary: fc.tuple(path, value) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((members) => Object.fromEntries(members) as Record<string, GivenValue>)

test('no path or value reaches a prototype, another member, or an internal member', () => {
  let appliedCount = 0
  fc.assert(
    fc.property(query, (changes) => {
      const { types } = defaultMapping()
      const before = structuredClone(types)
      let after = types
      try {
        after = applyMappingChanges(types, changes)
        appliedCount += 1
      } catch (error) {
        expect((error as { code?: string }).code).toMatch(/^(validation|not_found)$/)
      }
      expect(types).toEqual(before)
      expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(PROTOTYPE)
      expect(Object.keys(after)).toEqual(Object.keys(before))
      for (const [type, entries] of Object.entries(after)) {
        expect(Object.keys(entries)).toEqual(Object.keys(before[type] ?? {}))
        for (const entry of Object.values(entries)) {
          expect(Object.getPrototypeOf(entry)).toBe(Object.prototype)
          expect(Object.keys(entry).filter((member) => !ENTRY_MEMBERS.has(member))).toEqual([])
          expect(entry.Model).toMatch(/^Fields(\.[A-Za-z][A-Za-z0-9_]*)+$/)
          expect(entry.Model).not.toMatch(/^Fields\.Mappings(\.|$)/)
          expect(entry.filterFlag).toMatch(/^[01]$/)
          for (const [option, { alias, ...otherMembers }] of Object.entries(entry.Options ?? {})) {
            expect(option).not.toMatch(/[.#]|^\$|^__proto__$/)
            expect([typeof alias, otherMembers]).toEqual(['string', {}])
          }
        }
      }
    }),
    { numRuns: 2_000 },
  )
  // Ensures that some cases were applied, because refusals alone prove nothing.
  expect(appliedCount).toBeGreaterThan(100)
})

const PROTOTYPE = Object.getOwnPropertyNames(Object.prototype).sort()
