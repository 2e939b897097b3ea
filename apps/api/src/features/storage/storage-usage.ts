import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { auditDays, type ServiceParts } from '@wardtrack/access'
import type { RetentionDays, StorageUsage, StoredKindUsage } from '@wardtrack/contracts'
import { type Database, trusted } from '@wardtrack/database'
import { PRUNABLE, prunableModel, readRetentionDays } from '@wardtrack/ingestion'
import { PATIENT, type Viewer } from '@wardtrack/patient-rule'
import { readMarkBacklog } from '@wardtrack/summaries'
import { oldestTime, rowsPerDay } from './growth.ts'

/** Rows of a collection and the bytes of its rows and indexes. */
type CollectionSize = { count: number; bytes: number }

/** Disk usage of the store: each collection by its model's name, and the disk of the store. */
type StoreSize = {
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
async function readStoreSize(database: Database, filesDir: string): Promise<StoreSize> {
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

/** Counts the files below a folder and their bytes; zero without a folder. */
async function folderSize(dir: string): Promise<{ count: number; bytes: number }> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          // The file was deleted after the folder was read.
          () => undefined,
        ),
      ),
  )
  const present = sizes.filter((size) => size !== undefined)
  return { count: present.length, bytes: present.reduce((sum, size) => sum + size, 0) }
}

const DAY_MS = 86_400_000
const NOTHING: CollectionSize = { count: 0, bytes: 0 }

/** Kind of data that grows daily: its collection, and the indexed time of a row's arrival. */
type GrowingKind = {
  kind: 'locationHistory' | 'statusHistory' | 'alerts' | 'deadLetters' | 'audit'
  collection: 'locationHistory' | 'statusHistory' | 'geofenceAlerts' | 'deadLetters' | 'audit'
  timeMember: string
}

const GROWING: readonly GrowingKind[] = [
  { kind: 'locationHistory', collection: 'locationHistory', timeMember: 'time' },
  { kind: 'statusHistory', collection: 'statusHistory', timeMember: 'time' },
  { kind: 'alerts', collection: 'geofenceAlerts', timeMember: 'createdAt' },
  { kind: 'deadLetters', collection: 'deadLetters', timeMember: 'receivedAt' },
  { kind: 'audit', collection: 'audit', timeMember: 'time' },
]
const NAMED_COLLECTIONS: ReadonlySet<string> = new Set([
  'assets',
  ...GROWING.map(({ collection }) => collection),
])

/** Reads the disk usage of each kind, its retention, and the days until the disk is full at the current rate. */
export async function readStorageUsage(parts: ServiceParts, viewer: Viewer): Promise<StorageUsage> {
  const { db, filesDir, limits } = parts
  const [store, retention, keptDays, logs, images] = await Promise.all([
    readStoreSize(db, filesDir),
    readRetentionDays(db),
    auditDays(db, limits),
    folderSize(join(filesDir, 'logs')),
    folderSize(join(filesDir, 'images')),
  ])
  const sizeOf = (name: string): CollectionSize => store.collections.get(name) ?? NOTHING
  const growing = await Promise.all(
    GROWING.map((kind) =>
      growingUsage(parts, kind, sizeOf(kind.collection), { ...retention, auditDays: keptDays }),
    ),
  )
  const otherCollections = [...store.collections].filter(([name]) => !NAMED_COLLECTIONS.has(name))
  const kinds: StoredKindUsage[] = [
    ...growing,
    { kind: 'assets', ...sizeOf('assets') },
    {
      kind: 'other',
      count: otherCollections.reduce((sum, [, { count }]) => sum + count, 0),
      bytes: otherCollections.reduce((sum, [, { bytes }]) => sum + bytes, store.freeBytes),
    },
    { kind: 'logs', ...logs, days: retention.logDays },
    { kind: 'images', ...images },
  ]
  const bytesPerDay = Math.round(kinds.reduce((sum, kind) => sum + (kind.bytesPerDay ?? 0), 0))
  return {
    kinds,
    ...(store.disk ? { disk: store.disk } : {}),
    bytesPerDay,
    ...(store.disk && bytesPerDay > 0 ? { daysLeft: Math.floor(store.disk.freeBytes / bytesPerDay) } : {}),
    retention,
    auditDays: keptDays,
    lateEvents: await readLateEvents(db, viewer),
    measuredAt: new Date().toISOString(),
    isRounded: false,
  }
}

/** Counts the assets whose visits or states wait for the evaluation of late events. */
async function readLateEvents(db: Database, viewer: Viewer): Promise<StorageUsage['lateEvents']> {
  const known = viewer.patientDataAccess ? {} : { AssetType: trusted({ $ne: PATIENT }) }
  const backlogs = await Promise.all([
    readMarkBacklog(db, 'VisitsDue', known),
    readMarkBacklog(db, 'StretchesDue', known),
  ])
  const times = backlogs.flatMap(({ oldest }) => oldest?.getTime() ?? [])
  return {
    waiting: backlogs.reduce((sum, { assets }) => sum + assets, 0),
    ...(times.length > 0 ? { oldest: new Date(Math.min(...times)).toISOString() } : {}),
  }
}

async function growingUsage(
  { db, clock }: ServiceParts,
  { kind, collection, timeMember }: GrowingKind,
  { count, bytes }: CollectionSize,
  retention: RetentionDays & { auditDays: number },
): Promise<StoredKindUsage> {
  const model = db.models[collection] as unknown as Database['models']['deadLetters']
  const oldest = count === 0 ? undefined : await oldestTime(model, timeMember)
  const prunable = PRUNABLE.find((candidate) => candidate.kind === kind)
  const days = prunable ? retention[prunable.retention] : retention.auditDays
  if (!oldest) return { kind, count, bytes, days }
  const added = await rowsPerDay(model, timeMember, { oldest, end: Date.now() })
  const removed = prunable ? await removedPerDay(db, prunable, clock.confirmedNow() - days * DAY_MS) : 0
  return {
    kind,
    count,
    bytes,
    days,
    oldest: oldest.toISOString(),
    ...(added === undefined
      ? {}
      : { bytesPerDay: Math.round((added - removed) * (bytes / Math.max(1, count))) }),
  }
}

/** Returns the number of rows that retention deletes in the next day. */
async function removedPerDay(
  db: Database,
  prunable: (typeof PRUNABLE)[number],
  cut: number,
): Promise<number> {
  const model = prunableModel(db, prunable)
  const oldest = await oldestTime(model, prunable.timeMember)
  // No row is old enough yet: the store is still growing.
  if (!oldest || oldest.getTime() > cut + DAY_MS) return 0
  return (await rowsPerDay(model, prunable.timeMember, { oldest: new Date(cut), end: cut + DAY_MS })) ?? 0
}
