import { statfs } from 'node:fs/promises'
import type { Database } from '@wardtrack/database'

/** Rows of a collection and the bytes of its rows and indexes. */
export type CollectionSize = { count: number; bytes: number }

/** Disk usage of the store: each collection by its model's name, and the disk of the store. */
export type StoreSize = {
  collections: ReadonlyMap<string, CollectionSize>
  /** free pages of the store's file that can be reused */
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
 * Reads the sizes from the store. If the store estimates collection sizes from a sample, they are scaled to the total
 * size of its file.
 * @param filesDir folder that identifies the disk if the store does not report it
 */
export async function readStoreSize(database: Database, filesDir: string): Promise<StoreSize> {
  // driver: a model does not provide the size of its collection
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
