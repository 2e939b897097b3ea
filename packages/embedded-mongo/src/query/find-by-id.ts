import { int32At, T } from '../bson/value.ts'
import { KeyWriter } from '../keys/key-writer.ts'
import type { Collection } from '../storage/catalogue.ts'
import { asRid, documentKey } from '../storage/record-keys.ts'
import type { Store } from '../storage/store.ts'
import type { Filter } from './ast.ts'
import { compileFilter } from './match.ts'
import { copyDocument, type Found } from './scan.ts'

const writer = new KeyWriter()
const NONE: Found[] = []

/**
 * Finds a document without the planner, for the most frequent writes: a filter with one `_id` and possibly more conditions.
 * Returns undefined for all other filters.
 */
export function findById(store: Store, collection: Collection, filter: Filter): Found[] | undefined {
  const parts = filter.kind === 'and' ? filter.children : [filter]
  const id = parts.find((part) => part.kind === 'leaf' && part.path === '_id' && part.predicate.op === 'eq')
  if (id?.kind !== 'leaf' || id.predicate.op !== 'eq') return undefined
  const { type, buf, at } = id.predicate.value
  if (type === T.array || type === T.null) return undefined
  writer.reset()
  writer.uint32(collection.indexes[0]!.record.number)
  writer.component(type, buf, at, false)
  if (writer.truncated) return undefined
  const entry = store.lmdb.entries.getBinaryFast(writer.view())
  if (!entry) return NONE
  const rid = asRid(entry)
  const bytes = store.lmdb.peek(documentKey(collection.number, rid))
  if (!bytes) return NONE
  for (const part of parts) if (part !== id && !compileFilter(part)(bytes, 0)) return NONE
  return [{ rid, bytes: copyDocument(bytes, int32At(bytes, 0)) }]
}
