import type { ReportRow } from '@wardtrack/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortRows } from './row-texts.ts'

/** Characters below, among and above those that code units and code points order differently. */
const letter = fc.constantFrom('a', 'B', 'é', '\ud7ff', '\ue000', '\uffee', '🩺', '💉')
const text = fc.array(letter, { maxLength: 3 }).map((letters) => letters.join(''))
const value = fc.oneof(text, fc.integer({ min: -2, max: 11 }), fc.constant(undefined))
const row = fc.record({ Name: value, AssetType: text, AssetId: text })

type Member = string | number | undefined
const bytesOf = (member: Member = ''): Buffer => Buffer.from(String(member))
const compare = (a: Member, b: Member): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : Buffer.compare(bytesOf(a), bytesOf(b))

// Texts and numbers in one column have no consistent order, so each run uses one kind.
test.each([
  ['texts', (member: unknown) => typeof member !== 'number'],
  ['numbers', (member: unknown) => typeof member === 'number'],
])('sorts rows by bytes and sizes: %s', (_kind, isMeant) => {
  const rowsOfKind = fc.array(
    row.filter(({ Name }) => isMeant(Name)),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(rowsOfKind, fc.constantFrom(1 as const, -1 as const), (rows, sortDirection) => {
      const sorted = sortRows(rows as ReportRow[], [{ sortField: 'Name', sortDirection }])
      const expected = rows.toSorted(
        (a, b) =>
          compare(a.Name, b.Name) * sortDirection ||
          compare(a.AssetType, b.AssetType) ||
          compare(a.AssetId, b.AssetId),
      )
      expect(sorted).toEqual(expected)
    }),
  )
})
