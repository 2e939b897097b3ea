import { statfsSync, statSync } from 'node:fs'
import { documentBytes } from '../bson/make.ts'
import { type Collection, namespaceOf } from '../storage/catalogue.ts'
import { entryKey, indexKeys, readCounters } from '../storage/records.ts'
import { documentKey, numberKey, type Store } from '../storage/store.ts'
import type { Engine } from './engine.ts'
import type { Request } from './request.ts'

/** Places of a collection that are looked at, and documents at each. */
const SAMPLED_PLACES = 16
const SAMPLED_DOCUMENTS = 16
/** What LMDB keeps with each row of a page: its header and its place in the page. */
const ROW_BYTES = 10

/** Averages of a collection's documents. */
type Averages = { documentBytes: number; indexBytes: ReadonlyMap<string, number> }

/**
 * How many documents a collection has, which is exact, and how many bytes they and their index entries take, which is
 * reckoned from some of them: all collections share the pages of one file.
 */
export function collStats(engine: Engine, request: Request): Buffer {
  const name = request.collection()
  const collection = engine.catalogue.find(request.db, name)
  const ns = `${request.db}.${name}`
  if (!collection)
    return documentBytes({ ns, size: 0, count: 0, storageSize: 0, nindexes: 0, totalIndexSize: 0, ok: 1 })
  const { count, lastRid } = readCounters(engine.store, collection)
  const averages = readAverages(engine.store, collection, lastRid)
  const indexSizes = Object.fromEntries(
    [...averages.indexBytes].map(([index, bytes]) => [index, Math.round(bytes * count)]),
  )
  const size = Math.round(averages.documentBytes * count)
  const totalIndexSize = Object.values(indexSizes).reduce((sum, bytes) => sum + bytes, 0)
  return documentBytes({
    ns: namespaceOf(collection),
    size,
    count,
    avgObjSize: Math.round(averages.documentBytes),
    storageSize: size,
    nindexes: collection.indexes.length,
    totalIndexSize,
    indexSizes,
    totalSize: size + totalIndexSize,
    ok: 1,
  })
}

/** Documents at places that lie evenly over the record numbers, the oldest and the newest among them. */
function readAverages(store: Store, collection: Collection, lastRid: number): Averages {
  const indexTotals = new Map(collection.indexes.map(({ record }) => [record.name, 0]))
  let documents = 0
  let bytesRead = 0
  const end = numberKey(collection.number + 1)
  for (let place = 0; place < SAMPLED_PLACES; place += 1) {
    const rid = Math.max(0, Math.floor(((lastRid - SAMPLED_DOCUMENTS) * place) / (SAMPLED_PLACES - 1)))
    const start = documentKey(collection.number, rid)
    const copy = (bytes: Buffer, size: number): Buffer => Buffer.from(bytes.subarray(0, size))
    const { found } = store.scanDocuments({ start, end }, SAMPLED_DOCUMENTS, copy)
    for (const { rid: foundRid, bytes } of found) {
      documents += 1
      bytesRead += bytes.length + documentKey(collection.number, foundRid).length + ROW_BYTES
      for (const index of collection.indexes) {
        let entryBytes = 0
        for (const key of indexKeys(index, bytes))
          entryBytes += entryKey(index, key, foundRid).length + ROW_BYTES
        indexTotals.set(index.record.name, (indexTotals.get(index.record.name) ?? 0) + entryBytes)
      }
    }
  }
  const average = (bytes: number): number => (documents === 0 ? 0 : bytes / documents)
  return {
    documentBytes: average(bytesRead),
    indexBytes: new Map([...indexTotals].map(([name, bytes]) => [name, average(bytes)])),
  }
}

/** What the pages of the file hold: documents, index entries, and pages that are free to be written again. */
export function dbStats(engine: Engine, request: Request): Buffer {
  const { store } = engine
  const collections = engine.catalogue.list(request.db)
  const documents = store.documents.getStats() as TableStats
  const entries = store.entries.getStats() as TableStats
  const storageSize = bytesOf(documents)
  const indexSize = bytesOf(entries)
  const file = statSync(store.path)
  const disk = statfsSync(store.path)
  const total = disk.blocks * disk.bsize
  return documentBytes({
    db: request.db,
    collections: collections.length,
    objects: collections.reduce((sum, collection) => sum + readCounters(store, collection).count, 0),
    dataSize: storageSize,
    storageSize,
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
    indexSize,
    totalSize: storageSize + indexSize,
    freeStorageSize: Math.max(0, file.size - storageSize - indexSize),
    scaleFactor: 1,
    fsUsedSize: total - disk.bavail * disk.bsize,
    fsTotalSize: total,
    ok: 1,
  })
}

/** What LMDB tells of a table. */
type TableStats = {
  pageSize: number
  treeBranchPageCount: number
  treeLeafPageCount: number
  overflowPages: number
}

const bytesOf = ({ pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages }: TableStats): number =>
  pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages)
