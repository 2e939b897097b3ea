import { statfsSync, statSync } from 'node:fs'
import { documentBytes } from '../bson/make.ts'
import { copyDocument } from '../query/scan.ts'
import type { Collection } from '../storage/catalogue.ts'
import { documentKey, numberKey } from '../storage/record-keys.ts'
import { entryKey, indexKeys, readCounters } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

/** Number of sampled places in a collection, and of documents at each place. */
const SAMPLED_PLACES = 16
const SAMPLED_DOCUMENTS = 16
/** Bytes that LMDB adds to each row of a page: a header and the row's offset. */
const ROW_BYTES = 10

/**
 * Returns the exact number of a collection's documents, and the estimated bytes of documents and index entries. The bytes
 * come from a sample, because all collections share the pages of one file.
 */
export function collStats(engine: Engine, request: Request): Buffer {
  const name = request.collection()
  const collection = engine.catalogue.find(request.db, name)
  const ns = `${request.db}.${name}`
  if (!collection)
    return documentBytes({ ns, size: 0, count: 0, storageSize: 0, nindexes: 0, totalIndexSize: 0, ok: 1 })
  const { count, lastRid } = readCounters(engine.store, collection)
  const { documentBytes: size, indexBytes } = readAverages(engine.store, collection, lastRid)
  const bytes = Math.round(size * count)
  const totalIndexSize = Math.round(indexBytes * count)
  const nindexes = collection.indexes.length
  return documentBytes({ ns, count, size: bytes, storageSize: bytes, nindexes, totalIndexSize, ok: 1 })
}

/** Samples documents at evenly spaced record numbers, including the oldest and the newest. */
function readAverages(store: Store, collection: Collection, lastRid: number) {
  let documents = 0
  let documentTotal = 0
  let indexTotal = 0
  const end = numberKey(collection.number + 1)
  for (let place = 0; place < SAMPLED_PLACES; place++) {
    const rid = Math.max(0, Math.floor(((lastRid - SAMPLED_DOCUMENTS) * place) / (SAMPLED_PLACES - 1)))
    const start = documentKey(collection.number, rid)
    for (const found of store.lmdb.scanDocuments({ start, end }, SAMPLED_DOCUMENTS, copyDocument).found) {
      documents++
      documentTotal += found.bytes.length + start.length + ROW_BYTES
      for (const index of collection.indexes)
        for (const key of indexKeys(index, found.bytes))
          indexTotal += entryKey(index, key, found.rid).length + ROW_BYTES
    }
  }
  const average = (bytes: number): number => (documents === 0 ? 0 : bytes / documents)
  return { documentBytes: average(documentTotal), indexBytes: average(indexTotal) }
}

/** Returns the bytes of documents, of index entries and of free pages in the file. */
export function dbStats(engine: Engine, request: Request): Buffer {
  const { store } = engine
  const storageSize = bytesOf(store.lmdb.documents.getStats())
  const indexSize = bytesOf(store.lmdb.entries.getStats())
  const file = statSync(store.lmdb.path)
  const disk = statfsSync(store.lmdb.path)
  const total = disk.blocks * disk.bsize
  return documentBytes({
    db: request.db,
    storageSize,
    indexSize,
    freeStorageSize: Math.max(0, file.size - storageSize - indexSize),
    fsUsedSize: total - disk.bavail * disk.bsize,
    fsTotalSize: total,
    ok: 1,
  })
}

/** @param table LMDB's statistics of the table, for which lmdb has no type */
function bytesOf(table: unknown): number {
  const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = table as Record<string, number>
  return pageSize! * (treeBranchPageCount! + treeLeafPageCount! + overflowPages!)
}
