import { T } from '../bson/value.ts'
import { rankByte, successor } from '../keys/key-writer.ts'
import type { Collection, Index } from '../storage/catalogue.ts'
import { numberKey, ridOfKey } from '../storage/record-keys.ts'
import type { Source, Walk } from './plan.ts'

const TEXT = rankByte(T.string)
/** Bytes of the index number that every key begins with. */
const NUMBER_BYTES = 4

/** Finds an index with a key for every value of a path: it begins with the path and holds every document. */
export function indexOfValues(collection: Collection, path: string): Index | undefined {
  if (path.includes('.')) return undefined
  return collection.indexes.find(({ fields, record }) => {
    const whole = !record.unique && !record.sparse && !record.truncated && !record.building
    return whole && fields[0]!.path === path && !fields[0]!.descending
  })
}

/**
 * Yields record numbers of documents that together hold every value of the index's first field. One document of each text
 * is enough, and the walk continues behind that text. Documents without a text there are all yielded.
 */
export function* documentsOfValues({ store, counts }: Source, index: Index): Walk<number> {
  const end = numberKey(index.record.number + 1)
  let start = numberKey(index.record.number)
  let exclusiveStart = false
  for (;;) {
    const [key] = store.lmdb.entries.getKeys({ start, end, exclusiveStart, limit: 1 })
    if (!key) return
    counts.keys++
    yield ridOfKey(key)
    yield undefined
    const text = endOfText(key)
    exclusiveStart = text === undefined
    start = text === undefined ? key : successor(key.subarray(0, text))
  }
}

/** Where the first component of a key ends, if it is a text: at two NULs. */
function endOfText(key: Buffer): number | undefined {
  if (key[NUMBER_BYTES] !== TEXT) return undefined
  let at = NUMBER_BYTES + 1
  while (key[at] !== 0 || key[at + 1] !== 0) at += key[at] === 0 ? 2 : 1
  return at + 2
}
