import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import { BackupError, encryptBackup, findPlainBackups, removePlainBackup } from '@wardtrack/backup'
import {
  type Database,
  type EncryptedFields,
  SEALED_COLLECTIONS,
  type SealedCollection,
} from '@wardtrack/database'
import type { KeyRing, KeyRingState } from '@wardtrack/encryption'
import type { Job, JobControl, Jobs } from '@wardtrack/jobs'
import { removeLeftCopies } from '@wardtrack/service-runtime'
import { hasEncryptedStates, markDecryptedStates, removeEncryptedStretches } from '@wardtrack/summaries'
import { resetSnapshots } from '../state-snapshots/index.ts'
import { CONFIG_ID, changeKeyState, isAnythingEncrypted, storeConfig } from './encryption-config.store.ts'
import { countRecords } from './encryption-records.ts'
import { resealSecrets } from './reseal-secrets.ts'

/**
 * Encrypts the backups in the data directory, which hold values from before their encryption. Incomplete files are
 * not backups and are deleted.
 */
async function encryptPlainBackups({ dataDir, keyRing, log }: ServiceParts): Promise<void> {
  await removeLeftCopies(dataDir)
  for (const { name, isUnfinished } of await findPlainBackups(dataDir)) {
    try {
      if (isUnfinished) await removePlainBackup(dataDir, name)
      else await encryptBackup(join(dataDir, name), keyRing)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      log.warn({ backup: name, reason: error.message }, 'a plain backup could not be encrypted')
    }
  }
}

/** Collections derived from states besides the histories; they hold no encrypted states. */
const STATE_COLLECTIONS = ['stateSnapshots', 'usageDays', 'moveSpans'] as const

/**
 * Deletes the history of encrypted states. A snapshot holds the states of all assets together, so snapshots are
 * rebuilt from the remaining stretches.
 * @param isFirst true when snapshots may hold newly encrypted states although no stretch does
 * @returns number of changed stretches and assets
 */
async function forgetEncryptedStates(db: Database, isFirst: boolean): Promise<number> {
  if (!hasEncryptedStates(await db.sealing.rules())) return 0
  const changed = await removeEncryptedStretches(db)
  if (changed > 0 || isFirst) await resetSnapshots(db)
  return changed
}

/** Job that converts stored data to the configuration. */
export const CONVERT = 'encryption.convert'
/** Job that re-encrypts stored data with a new key. */
export const ROTATE = 'encryption.rotate'

type ConvertParams = {
  types: EncryptedFields
  former: EncryptedFields
  /** fields that were encrypted on writing at the job's start */
  written?: EncryptedFields | undefined
}
type RotateParams = { state: KeyRingState }

/** Progress of a job: the pass, the collection, and the last document. */
type Cursor = { pass: number; collection: number; after?: unknown; changed: number; done: Done }
type Done = { patients: number; withoutPatients: number }
type Control = JobControl<Cursor>

const BATCH = 500
/** Milliseconds until every process writes by the new rules. Other processes receive the rules with a delay. */
const SETTLE_MS = { local: 300, shared: 3_500 } as const
/** Maximum number of passes over all data; the last one finds nothing to change. */
const MAX_PASSES = 10

/** Returns the keys after a rotation: a new key of the first secret, active beside the existing keys. */
export function nextKeyState(ring: KeyRing): KeyRingState {
  const { current, inUse } = ring.state()
  const next = `${ring.secretId}.${Number(current.split('.')[1]) + 1}`
  return { current: next, inUse: [...new Set([...inUse, next])] }
}

/**
 * Returns a key state in which values sealed with the new key are found, while the current key is still used for
 * sealing.
 */
export const announcedKeys = (ring: KeyRing, next: KeyRingState): KeyRingState => ({
  ...next,
  current: ring.state().current,
})

/** Returns true if other processes write to the store, which receive changes later than this one. */
export const hasOtherProcesses = ({ cacheMode }: Pick<ServiceParts, 'cacheMode'>): boolean =>
  cacheMode === 'shared'

/** Waits until every process uses the stored configuration. */
const waitForCacheExpiry = ({ cacheMode }: ServiceParts, { signal }: Control): Promise<void> =>
  pause(SETTLE_MS[cacheMode], undefined, { signal })

/** Defines the jobs for conversions and rotations. */
export function defineEncryptionJobs(parts: ServiceParts, jobs: Jobs): void {
  jobs.defineJob<ConvertParams, Cursor>({
    kind: CONVERT,
    run: async (job, control) => {
      const { types, former, written } = job.params
      if (!job.cursor && hasOtherProcesses(parts)) {
        await storeConfig(parts, { types, former, written })
        await waitForCacheExpiry(parts, control)
      }
      await storeConfig(parts, { types, former })
      await alignAll(parts, job, control)
      await markDecryptedStates(parts.db, parts.cacheMode)
      await storeConfig(parts, { types })
    },
  })
  jobs.defineJob<RotateParams, Cursor>({
    kind: ROTATE,
    run: async (job, control) => {
      const { state } = job.params
      if (!job.cursor && hasOtherProcesses(parts)) {
        await changeKeyState(parts, announcedKeys(parts.keyRing, state))
        await waitForCacheExpiry(parts, control)
      }
      await changeKeyState(parts, state)
      await resealSecrets(parts.db, parts.keyRing)
      await alignAll(parts, job, control)
      // Re-encrypts secrets that another process sealed before it received the new key.
      await resealSecrets(parts.db, parts.keyRing)
      await changeKeyState(parts, { ...state, inUse: [state.current] })
    },
  })
}

/** Repeats passes over all data until one finds nothing to change, then rewrites the store's files. */
async function alignAll(parts: ServiceParts, job: Job<unknown, Cursor>, control: Control): Promise<void> {
  const { db } = parts
  const total = await countRecords(db)
  // Writes started under the previous rules are finished afterwards.
  await waitForCacheExpiry(parts, control)
  let cursor: Cursor = job.cursor ?? {
    pass: 1,
    collection: 0,
    changed: 0,
    done: { patients: 0, withoutPatients: 0 },
  }
  for (;;) {
    cursor = await alignCollections(parts, cursor, total, control)
    cursor.changed += await forgetEncryptedStates(parts.db, cursor.pass === 1)
    if (cursor.changed === 0 || cursor.pass >= MAX_PASSES) break
    cursor = { ...cursor, pass: cursor.pass + 1, collection: 0, changed: 0 }
  }
  await rewriteFiles(parts)
  if (await isAnythingEncrypted(db)) await encryptPlainBackups(parts)
  await saveProgress(parts, { ...cursor, done: total }, total, control)
}

async function alignCollections(
  parts: ServiceParts,
  from: Cursor,
  total: Done,
  control: Control,
): Promise<Cursor> {
  const cursor = { ...from }
  for (let index = from.collection; index < SEALED_COLLECTIONS.length; index += 1) {
    const name = SEALED_COLLECTIONS[index]
    if (!name) continue
    cursor.collection = index
    for (;;) {
      const batch = await nextBatch(parts, name, cursor.after)
      const { changed, seen: counts } = await alignBatch(parts, name, batch)
      // The first pass does the work; later passes find concurrent writes.
      if (cursor.pass === 1) cursor.done = plus(cursor.done, counts)
      cursor.changed += changed
      cursor.after = batch.at(-1)?.['_id']
      if (batch.length < BATCH) break
      await saveProgress(parts, cursor, total, control)
    }
    cursor.collection = index + 1
    cursor.after = undefined
    await saveProgress(parts, cursor, total, control)
  }
  return cursor
}

const plus = (a: Done, b: Done): Done => ({
  patients: a.patients + b.patients,
  withoutPatients: a.withoutPatients + b.withoutPatients,
})

/** Counts without patients are published to all users; counts of patients are stored with the configuration. */
async function saveProgress(
  { db }: ServiceParts,
  cursor: Cursor,
  total: Done,
  control: Control,
): Promise<void> {
  const done = (kind: keyof Done): number => Math.min(cursor.done[kind], total[kind])
  await db.models.encryption.updateOne(
    { _id: CONFIG_ID },
    { $set: { patients: { done: done('patients'), total: total.patients } }, $setOnInsert: { types: {} } },
    { upsert: true },
  )
  await control.saveProgress(cursor, done('withoutPatients'), total.withoutPatients)
}

type Doc = Record<string, unknown>

const nextBatch = ({ db }: ServiceParts, name: SealedCollection, after: unknown): Promise<Doc[]> =>
  // driver: reads documents as stored, which models do not return
  db.sealing
    .raw(name)
    .find((after === undefined ? {} : { _id: { $gt: after } }) as never)
    .sort({ _id: 1 })
    .limit(BATCH)
    .toArray()

/** Updates the documents of a batch. Documents changed meanwhile are read and written again. */
async function alignBatch(
  { db }: ServiceParts,
  name: SealedCollection,
  batch: readonly Doc[],
): Promise<{ changed: number; seen: Done }> {
  const seen: Done = { patients: 0, withoutPatients: 0 }
  if (batch.length === 0) return { changed: 0, seen }
  const aligned = await db.sealing.align(name, batch)
  for (const { ofPatients } of aligned) seen[ofPatients ? 'patients' : 'withoutPatients'] += 1
  const writes = aligned.flatMap(({ alignment }) => (alignment ? [{ updateOne: alignment }] : []))
  // driver: the values are already sealed
  if (writes.length > 0) await db.sealing.raw(name).bulkWrite(writes, { ordered: false })
  return { changed: writes.length, seen }
}

/** Rewrites the store's files, which otherwise keep overwritten data. */
async function rewriteFiles({ db, log }: ServiceParts): Promise<void> {
  for (const name of [...SEALED_COLLECTIONS, ...STATE_COLLECTIONS])
    try {
      await db.sealing.compact(name)
    } catch (error) {
      log.warn({ err: error, collection: name }, 'the files of a collection were not rewritten')
    }
}
