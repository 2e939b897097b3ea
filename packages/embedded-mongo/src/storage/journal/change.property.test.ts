import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentBytes } from '../../bson/make.ts'
import { applyChanges, ChangeBuffer, type Tables } from './change.ts'

/** A table in memory, under the name of each table. */
function memoryTables(): { tables: Tables; values: Map<string, Buffer> } {
  const values = new Map<string, Buffer>()
  const table = {
    get: (key: Buffer) => values.get(key.toString('hex')),
    put: (key: Buffer, value: Buffer) => void values.set(key.toString('hex'), Buffer.from(value)),
    remove: (key: Buffer) => void values.delete(key.toString('hex')),
  }
  return { tables: { documents: table, entries: table, counters: table, catalogue: table }, values }
}

const KEY = Buffer.from('key')

/** Applies a replacement from the journal. Returns the value and the bytes that the change takes in the journal. */
function replaceByJournal(before: Buffer, value: Buffer): { value: Buffer | undefined; bytes: number } {
  const buffer = new ChangeBuffer(64)
  buffer.replace(0, KEY, before, value)
  const { tables, values } = memoryTables()
  tables.documents.put(KEY, before)
  applyChanges(buffer.view(), tables)
  return { value: values.get(KEY.toString('hex')), bytes: buffer.length }
}

/** Edits of a value: bytes removed at an offset, bytes inserted there, and single bytes changed. */
const edits = fc.array(
  fc.record({ at: fc.nat(400), out: fc.nat(6), into: fc.uint8Array({ maxLength: 6 }) }),
  { maxLength: 12 },
)

it('a replaced value equals the written value, however it differs from the previous one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), edits, (bytes, list) => {
      const before = Buffer.from(bytes)
      let value = before
      for (const { at, out, into } of list)
        value = Buffer.concat([value.subarray(0, at), into, value.subarray(at + out)])
      expect(replaceByJournal(before, value).value).toEqual(value)
    }),
    { numRuns: 3000 },
  )
})

it('for a large asset the journal holds only the changed place or state, even if the length changes', () => {
  const Fields = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`Field${n}`, 'x'.repeat(100)]))
  const asset = {
    _id: 1,
    Fields,
    CurrentLocation: { mapId: 'a', fullPath: { Level_1: 'Site' } },
    tags: ['t'],
  }
  const before = documentBytes(asset)
  const moved = documentBytes({ ...asset, CurrentLocation: { mapId: 'a longer one', fullPath: {} } })
  const changed = documentBytes({ ...asset, Fields: { ...Fields, Field75: 'much shorter' } })
  expect(before.length).toBeGreaterThan(16_000)
  for (const after of [moved, changed]) {
    const { value, bytes } = replaceByJournal(before, after)
    expect(value).toEqual(after)
    expect(bytes).toBeLessThan(200)
  }
})
