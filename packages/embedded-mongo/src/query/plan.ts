import type { Collection, Index } from '../storage/catalogue.ts'
import type { EntryCounter, Store } from '../storage/store.ts'
import type { DocumentTest, Filter } from './ast.ts'
import type { SortKey } from './sort.ts'

/** A run of index entries: byte order from `lo` to below `hi`; the first `prefix` bytes are the same for all. */
export type KeyRange = { lo: Buffer; hi: Buffer; prefix: number }

/**
 * Number of entries of a scan. When `known`, they were counted to the end; otherwise the number of the collection's documents
 * is used. `count` continues counting.
 */
export type ScanSize = { entries: number; known: boolean; count: EntryCounter }

/** Entries of one index. */
export type IndexScan = {
  kind: 'index'
  index: Index
  ranges: readonly KeyRange[]
  reverse: boolean
  /** Ranges are read side by side, smallest remaining key first, to keep the order of the later fields. */
  merge: boolean
  /** A document may occur more than once. */
  repeats: boolean
  /** For each range, keys that the same document must also have ($all); empty without probes. */
  probes: readonly (readonly Buffer[])[]
  /** Every field is bound to one value: one key (of many entries unless unique). */
  singleKey: boolean
  /** Conditions that every entry of the ranges meets. */
  proven: ReadonlySet<Filter>
  /** Conditions that the ranges are made from. The ranges hold every document that meets them. */
  used: ReadonlySet<Filter>
  /** Other scans that hold every matching document. If many fetched documents do not match, one of them excludes documents early. */
  candidateScans: readonly { scan: IndexScan; size: ScanSize }[]
  /** True to read the shortest of them before fetching documents, because the planner expects the lowest cost. */
  candidatesFirst: boolean
  /** Test of the fetched document; undefined if the keys suffice. */
  residual: DocumentTest | undefined
  /** True if the scan has the requested order. */
  sorted: boolean
}

export type CollectionScan = { kind: 'collection'; test: DocumentTest | undefined; sorted: boolean }
export type UnionScan = {
  kind: 'union'
  plans: readonly IndexScan[]
  residual: DocumentTest
  sorted: boolean
}
export type NoScan = { kind: 'nothing'; sorted: true }
export type Plan = IndexScan | CollectionScan | UnionScan | NoScan

/** Parts of a query that decide its plan. */
export type Question = {
  filter: Filter
  sort: readonly SortKey[]
  /** Documents wanted including those skipped; undefined: all. */
  wanted: number | undefined
  /** the key of the index to read */
  hint?: readonly SortKey[] | undefined
}

/**
 * Generator of results. Yields undefined now and then while it reads without finding, so that the caller can yield to other
 * work. No LMDB cursor stays open between two yields.
 */
export type Walk<R> = Generator<R | undefined, void, undefined>

/** Store of a plan's execution, with counts of the index entries and documents read. */
export type Source = {
  store: Store
  collection: Collection
  counts: { keys: number; documents: number }
}

export const sourceOf = (store: Store, collection: Collection): Source => ({
  store,
  collection,
  counts: { keys: 0, documents: 0 },
})
