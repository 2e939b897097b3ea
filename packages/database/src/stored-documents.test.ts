import { mongo, Types } from 'mongoose'
import { describe, expect, test } from 'vitest'
import { madeOnce, StoredDocument } from './stored-documents.ts'

const { BSON } = mongo
const ID = new Types.ObjectId()
const SINCE = new Date('2026-03-01T10:00:00.123Z')
const DOC = {
  _id: ID,
  Type: 'Equipment',
  Empty: '',
  Name: 'Püm\u0000pe 🩺',
  Long: mongo.Long.fromString('9007199254740993'),
  Whole: 7,
  Fraction: 0.25,
  Yes: true,
  No: false,
  Nothing: null,
  Bytes: Buffer.from([1, 2, 3]),
  Before1970: new Date(-1),
  Place: { fullPath: { Level_1: 'A', Level_2: 'B' }, since: SINCE },
  Home: { fullPath: { Level_1: 'A', Level_2: 'B' } },
  Fences: { dwells: [{ fence: 'f1', inside: true }, 'no document', { fence: 'f2', inside: false }] },
}
const asIs = <D>(doc: D): D => doc
const storedAs = (doc: object, open: (whole: Record<string, unknown>) => Record<string, unknown> = asIs) =>
  new StoredDocument(Buffer.from(BSON.serialize(doc)), open)
const stored = storedAs(DOC)

describe('a stored document', () => {
  test('returns each member as a full decode does', () => {
    const decoded = BSON.deserialize(BSON.serialize(DOC))
    for (const name of Object.keys(DOC)) expect(stored.value(name)).toEqual(decoded[name])
    expect(stored.id).toEqual(ID)
    expect(stored.value('Place', 'since')).toEqual(SINCE)
    expect(stored.value('Home', 'fullPath', 'Level_2')).toBe('B')
  })

  test.each([['Missing'], ['Typ'], ['Type', 'Name'], ['Place', 'Level_1'], ['Nothing', 'Name']])(
    'returns undefined for %j',
    (...path) => {
      expect(stored.value(...path)).toBeUndefined()
      expect(stored.key(...path)).toBeUndefined()
      expect(stored.items(...path)).toEqual([])
    },
  )

  test('returns the documents of a list', () => {
    const dwells = stored.items('Fences', 'dwells')
    expect(dwells.map((dwell) => [dwell.value('fence'), dwell.value('inside')])).toEqual([
      ['f1', true],
      ['f2', false],
    ])
    expect(stored.items('Place')).toEqual([])
  })

  test('opens sealed values in the whole document', () => {
    const sealed = '\u0003sealed:k1:xyz'
    const doc = storedAs({ AssetId: 'P-1', Fields: { Name: sealed, Category: 'Pump' } }, (whole) => ({
      ...whole,
      Fields: { Name: `opened for ${String(whole['AssetId'])}` },
    }))
    expect(doc.value('Fields', 'Name')).toBe('opened for P-1')
    expect(doc.value('Fields', 'Category')).toBe('Pump')
    expect(doc.value('Fields')).toEqual({ Name: 'opened for P-1' })
  })

  test('leaves out values that cannot be opened', () => {
    const doc = storedAs({ Fields: { Name: '\u0003sealed:k1:xyz' } }, () => ({ Fields: {} }))
    expect(doc.value('Fields', 'Name')).toBeUndefined()
  })

  test('refuses to read past a type that is never stored', () => {
    const doc = storedAs({ Price: mongo.Decimal128.fromString('1.5'), Name: 'Pump' })
    expect(() => doc.value('Name')).toThrow('BSON type 19')
  })
})

test('values of equal bytes but different types have different keys', () => {
  const zeros = storedAs({ fraction: 0, date: new Date(0), long: mongo.Long.ZERO, same: new Date(0) })
  const fraction = storedAs({ fraction: new mongo.Double(0) })
  const keys = [fraction.key('fraction'), zeros.key('date'), zeros.key('long')]
  expect(new Set(keys).size).toBe(3)
  expect(zeros.key('same')).toBe(zeros.key('date'))
})

test('calls the factory once for equal values', () => {
  const made: unknown[] = []
  const levelsAt = madeOnce((value) => {
    made.push(value)
    return { value }
  })
  const home = levelsAt(stored, 'Home', 'fullPath')
  expect(levelsAt(stored, 'Place', 'fullPath')).toBe(home)
  expect(levelsAt(storedAs({ Home: { fullPath: { Level_1: 'C' } } }), 'Home', 'fullPath')).toEqual({
    value: { Level_1: 'C' },
  })
  expect(levelsAt(stored, 'Missing')).toBeUndefined()
  expect(made).toEqual([{ Level_1: 'A', Level_2: 'B' }, { Level_1: 'C' }])
})
