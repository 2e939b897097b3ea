import { asRid, ridOfKey } from '../storage/record-keys.ts'
import { intersection } from './intersection.ts'
import { ridPortions } from './key-count.ts'
import type { IndexScan, KeyRange, Source, Walk } from './plan.ts'

const FIRST_CHUNK = 16
/** Smaller first chunk for ranges read side by side, because most of them give few entries. */
const FIRST_CHUNK_MERGED = 4
const LAST_CHUNK = 256
/** Entries read between two yields when none matches. */
const YIELD_INTERVAL = 256

/** Record numbers of index entries in key order, chunk by chunk; a chunk is read in one go. */
function* readRange(
  { store, counts }: Source,
  scan: IndexScan,
  range: KeyRange,
): Generator<{ key: Buffer; rid: number }> {
  const unique = scan.index.record.unique === true
  if (unique && scan.singleKey) {
    const rid = store.lmdb.entries.getBinaryFast(range.lo)
    counts.keys++
    if (rid) yield { key: range.lo, rid: asRid(rid) }
    return
  }
  let { lo, hi } = range
  let chunk = scan.merge ? FIRST_CHUNK_MERGED : FIRST_CHUNK
  let exclusive = false
  for (;;) {
    const options = scan.reverse
      ? { start: hi, end: lo, reverse: true, exclusiveStart: true, inclusiveEnd: true, limit: chunk }
      : { start: lo, end: hi, exclusiveStart: exclusive, limit: chunk }
    const entries = unique
      ? Array.from(store.lmdb.entries.getRange(options), ({ key, value }) => ({ key, rid: asRid(value) }))
      : Array.from(store.lmdb.entries.getKeys(options), (key) => ({ key, rid: ridOfKey(key) }))
    counts.keys += entries.length
    yield* entries
    if (entries.length < chunk) return
    const { key } = entries.at(-1)!
    if (scan.reverse) hi = key
    else lo = key
    exclusive = true
    chunk = Math.min(chunk * 2, LAST_CHUNK)
  }
}

/** Reads several ranges in parallel, in the order of the bytes after their prefixes. */
function* readRangesSideBySide(source: Source, scan: IndexScan): Generator<{ key: Buffer; rid: number }> {
  const heads = scan.ranges.flatMap((range) => {
    const entries = readRange(source, scan, range)
    const first = entries.next()
    return first.done ? [] : [{ entries, head: first.value, prefix: range.prefix }]
  })
  const direction = scan.reverse ? -1 : 1
  while (heads.length > 0) {
    let least = 0
    for (let i = 1; i < heads.length; i++) {
      const a = heads[i]!
      const b = heads[least]!
      const order = a.head.key.compare(b.head.key, b.prefix, b.head.key.length, a.prefix, a.head.key.length)
      if (order * direction < 0) least = i
    }
    const chosen = heads[least]!
    yield chosen.head
    const next = chosen.entries.next()
    if (next.done) heads.splice(least, 1)
    else chosen.head = next.value
  }
}

function* readRangesInSequence(source: Source, scan: IndexScan): Generator<{ key: Buffer; rid: number }> {
  const ranges = scan.reverse ? [...scan.ranges].reverse() : scan.ranges
  for (const range of ranges) yield* readRange(source, scan, range)
}

/** Yields the record numbers that each range, a single key, shares with all its probes. */
function* probedRids(source: Source, { ranges, probes }: IndexScan): Walk<number> {
  for (const [i, { lo }] of ranges.entries()) yield* intersection(source, lo, probes[i] ?? [])
}

/** Yields record numbers of index entries in key order. Without a need for keys it skips copying them, which costs half. */
function* ridsInOrder(source: Source, scan: IndexScan): Generator<number> {
  if (scan.index.record.unique || scan.reverse || scan.merge) {
    const entries = scan.merge ? readRangesSideBySide(source, scan) : readRangesInSequence(source, scan)
    for (const { rid } of entries) yield rid
    return
  }
  for (const range of scan.ranges)
    for (const rids of ridPortions(source, range, FIRST_CHUNK, LAST_CHUNK)) yield* rids
}

/** Record numbers that an index scan leads to, each once, after its probes; undefined is a place to yield. */
export function* indexRids(source: Source, scan: IndexScan): Walk<number> {
  const seen = scan.repeats ? new Set<number>() : undefined
  if (scan.probes.length > 0 || (scan.singleKey && !scan.index.record.unique && !scan.reverse)) {
    for (const rid of probedRids(source, scan)) {
      if (rid !== undefined && seen?.has(rid)) continue
      if (rid !== undefined) seen?.add(rid)
      yield rid
    }
    return
  }
  let sinceYield = 0
  for (const rid of ridsInOrder(source, scan)) {
    if (++sinceYield >= YIELD_INTERVAL) {
      sinceYield = 0
      yield undefined
    }
    if (seen?.has(rid)) continue
    seen?.add(rid)
    yield rid
  }
}
