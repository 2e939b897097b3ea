import { int32At } from '../bson/value.ts'
import { documentKey, numberKey } from '../storage/record-keys.ts'
import { candidatesOf } from './candidate-rids.ts'
import { indexRids } from './index-walk.ts'
import type { CollectionScan, IndexScan, Plan, Source, UnionScan, Walk } from './plan.ts'

/** A found document and its record number. */
export type Found = { rid: number; bytes: Buffer }

/** Walk over found documents. */
export type Scan = Walk<Found>

/** Empty bytes of a found document when only the number of documents is needed. */
const NOT_COPIED = Buffer.alloc(0)
/** Copies, or omits, the bytes of a found document. */
export type DocumentKeeper = (bytes: Buffer, size: number) => Buffer
export const copyDocument: DocumentKeeper = (bytes, size) => Buffer.from(bytes.subarray(0, size))
export const discardDocument: DocumentKeeper = () => NOT_COPIED

const FIRST_CHUNK = 16
/** Number of documents that take a fraction of a time slice, so that other work can run in between. */
const LAST_CHUNK = 32

function* scanIndex(source: Source, scan: IndexScan, keep: DocumentKeeper): Scan {
  const { store, collection, counts } = source
  let fetched = 0
  const candidates = candidatesOf(source, scan)
  for (const rid of indexRids(source, scan)) {
    if (rid === undefined) {
      yield undefined
      continue
    }
    if (!candidates.has(rid)) continue
    if (fetched % LAST_CHUNK === LAST_CHUNK - 1) yield undefined
    fetched++
    yield* candidates.review(fetched)
    const bytes = store.lmdb.peek(documentKey(collection.number, rid))
    if (bytes === undefined) continue
    counts.documents++
    if (scan.residual && !scan.residual(bytes, 0)) continue
    yield { rid, bytes: keep(bytes, int32At(bytes, 0)) }
  }
}

function* scanCollection(
  { store, collection, counts }: Source,
  { test }: CollectionScan,
  keep: DocumentKeeper,
): Scan {
  let start = numberKey(collection.number)
  const end = numberKey(collection.number + 1)
  let chunk = FIRST_CHUNK
  let exclusiveStart = false
  const visitor = (bytes: Buffer, size: number) => (test && !test(bytes, 0) ? undefined : keep(bytes, size))
  for (;;) {
    const { found, last, seen } = store.lmdb.scanDocuments({ start, end, exclusiveStart }, chunk, visitor)
    counts.documents += seen
    yield* found
    if (seen < chunk) return
    yield undefined
    start = documentKey(collection.number, last)
    exclusiveStart = true
    chunk = Math.min(chunk * 2, LAST_CHUNK)
  }
}

function* scanUnion(source: Source, scan: UnionScan, keep: DocumentKeeper): Scan {
  const seen = new Set<number>()
  for (const plan of scan.plans) {
    for (const found of scanIndex(source, plan, copyDocument)) {
      if (found === undefined) yield undefined
      else if (!seen.has(found.rid)) {
        seen.add(found.rid)
        const { rid, bytes } = found
        if (scan.residual(bytes, 0)) yield { rid, bytes: keep(bytes, bytes.length) }
      }
    }
  }
}

/** Runs a plan without its sort. */
export function* runScan(source: Source, plan: Plan, keep: DocumentKeeper = copyDocument): Scan {
  switch (plan.kind) {
    case 'index':
      return yield* scanIndex(source, plan, keep)
    case 'collection':
      return yield* scanCollection(source, plan, keep)
    case 'union':
      return yield* scanUnion(source, plan, keep)
    case 'nothing':
      return
  }
}
