import { statfs } from 'node:fs/promises'
import type { Database } from '@wardtrack/database'

/** Rows of a collection and the bytes that they and their indexes take. */
export type CollectionSize = { count: number; bytes: number }

/** What the store takes: each collection by its model's name, and the disk that it lies on. */
export type StoreSize = {
  collections: ReadonlyMap<string, CollectionSize>
  /** pages of the store's file that are free to be written again */
  freeBytes: number
  disk: { freeBytes: number; totalBytes: number } | undefined
}

type DatabaseStats = {
  storageSize: number
  indexSize: number
  freeStorageSize?: number
  fsUsedSize?: number
  fsTotalSize?: number
}

/**
 * Asks the store. Where it reckons the sizes of collections from a sample, they are brought in line with what its file
 * holds as a whole.
 * @param filesDir looked at where the store does not tell of its disk
 */
export async function readStoreSize(database: Database, filesDir: string): Promise<StoreSize> {
  // driver: a model does not tell how large its collection is
  const { connection, driver } = database
  const { db } = connection
  if (!db) throw new Error('the store is not connected')
  const stats = (await db.command({ dbStats: 1 })) as unknown as DatabaseStats
  const sizes = new Map<string, CollectionSize>()
  for (const [name, collection] of Object.entries(driver)) {
    const size = await db.command({ collStats: collection.collectionName })
    sizes.set(name, {
      count: Number(size['count']),
      bytes: Number(size['storageSize']) + Number(size['totalIndexSize']),
    })
  }
  const sum = [...sizes.values()].reduce((bytes, size) => bytes + size.bytes, 0)
  const factor = sum > 0 ? (stats.storageSize + stats.indexSize) / sum : 1
  return {
    collections: new Map(
      [...sizes].map(([name, { count, bytes }]) => [name, { count, bytes: Math.round(bytes * factor) }]),
    ),
    freeBytes: stats.freeStorageSize ?? 0,
    disk: diskOf(stats) ?? (await diskAt(filesDir)),
  }
}

function diskOf({ fsTotalSize, fsUsedSize }: DatabaseStats): StoreSize['disk'] {
  if (fsTotalSize === undefined || fsUsedSize === undefined) return undefined
  return { totalBytes: fsTotalSize, freeBytes: Math.max(0, fsTotalSize - fsUsedSize) }
}

async function diskAt(dir: string): Promise<StoreSize['disk']> {
  const found = await statfs(dir).catch(() => undefined)
  return found && { totalBytes: found.blocks * found.bsize, freeBytes: found.bavail * found.bsize }
}
