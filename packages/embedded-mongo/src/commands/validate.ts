import { documentBytes } from '../bson/make.ts'
import { validateDocument } from '../bson/validate.ts'
import { StoreError } from '../errors.ts'
import { successor } from '../keys/key-writer.ts'
import { countKeys } from '../query/key-count.ts'
import { sourceOf } from '../query/plan.ts'
import { runScan } from '../query/scan.ts'
import { visitFound } from '../query/turns.ts'
import { numberKey, RID_BYTES } from '../storage/record-keys.ts'
import { entryKey, indexKeys, readCounters } from '../storage/records.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

const MAX_ERRORS = 20

/** Checks every document and the stored count, and that each index holds exactly the documents' keys. */
export async function validate(engine: Engine, request: Request): Promise<Buffer> {
  const collection = engine.catalogue.find(request.db, request.collection())
  if (!collection)
    throw new StoreError(26, `Collection '${request.db}.${request.collection()}' does not exist to validate.`)
  const { store } = engine
  const errors: string[] = []
  const keysPerIndex: Record<string, number> = {}
  for (const index of collection.indexes) keysPerIndex[index.record.name] = 0
  let nrecords = 0
  const plan = { kind: 'collection', test: undefined, sorted: true } as const
  await visitFound(runScan(sourceOf(store, collection), plan), (found) => {
    nrecords++
    validateDocument(found.bytes, 0, found.bytes.length)
    for (const index of collection.indexes) {
      for (const key of indexKeys(index, found.bytes)) {
        keysPerIndex[index.record.name]!++
        const entry = store.lmdb.entries.get(entryKey(index, key, found.rid))
        const missing = !entry || (index.record.unique && entry.readUIntBE(0, RID_BYTES) !== found.rid)
        if (missing && errors.length < MAX_ERRORS)
          errors.push(`index ${index.record.name} misses a key of record ${found.rid}`)
      }
    }
  })
  for (const index of collection.indexes) {
    const lo = numberKey(index.record.number)
    const entries = countKeys(store, { lo, hi: successor(lo) })
    const expected = keysPerIndex[index.record.name]!
    if (entries !== expected)
      errors.push(`index ${index.record.name} has ${entries} entries for ${expected} keys`)
  }
  const { count } = readCounters(store, collection)
  if (count !== nrecords) errors.push(`the stored count is ${count}, there are ${nrecords} documents`)
  return documentBytes({ nrecords, keysPerIndex, valid: errors.length === 0, errors, ok: 1 })
}
