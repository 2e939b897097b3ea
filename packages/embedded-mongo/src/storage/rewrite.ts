import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Key } from 'lmdb'
import { numberBefore, putBoundary } from './boundary.ts'
import { CheckpointFile } from './checkpoint-file.ts'
import type { Disk } from './disk.ts'
import { DICTIONARY } from './document-compression.ts'
import { Environment } from './environment.ts'
import { TABLES, type TableName } from './journal/change.ts'
import { Journal } from './journal/journal.ts'
import {
  checkpointPath,
  type DurableFiles,
  type JournalOptions,
  journalPath,
  lmdbPath,
  removeLmdb,
} from './recovery.ts'

const COPY = 'store.mdb.rewritten-'
let copies = 0
/** Number of entries copied at a time, and of such portions in a commit. */
const PORTION = 500
const PORTIONS_PER_COMMIT = 100

type AnyTable = Database<unknown>

/** Removes incomplete copies. */
export function removeCopies(directory: string): void {
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory))
    if (name.startsWith(COPY)) rmSync(join(directory, name), { force: true })
}

/**
 * Writes every entry into a new file, in order. LMDB's copy of pages would keep removed keys in the branch pages of an
 * index.
 * @returns the new file, which is on the disk
 */
async function copyEntries(from: Environment, directory: string, disk: Disk): Promise<Environment> {
  // LMDB identifies open files by their path, so each copy needs a unique path.
  const path = join(directory, `${COPY}${process.pid}-${++copies}`)
  const copy = new Environment(path)
  try {
    copy.begin()
    for (const table of TABLES) {
      // A key below all keys of the table.
      const first = table === 'catalogue' ? '' : Buffer.of(0)
      let portions = 0
      for (const _ of copyTable(from[table], writerOf(copy, table), first)) {
        portions += 1
        if (portions % PORTIONS_PER_COMMIT === 0) await copy.commit(from.through)
        await nextTurn()
      }
    }
    await copy.commit(from.through)
    const file = await disk.open(path)
    await file.sync()
    await file.close()
    return copy
  } catch (error) {
    await copy.close()
    removeLmdb(path)
    throw error
  }
}

/** Returns the writer of a table's entries into a copy. A copy gets a new dictionary, because the old one may hold removed data. */
function writerOf(copy: Environment, table: TableName): (key: Key, value: unknown) => void {
  const to: AnyTable = copy[table]
  if (table === 'catalogue')
    return (key, value) => {
      if (key !== DICTIONARY) to.putSync(key, value)
    }
  const put = copy.tables[table]
  return (key, value) => {
    const number = numberBefore(key as Buffer)
    if (number === undefined) put.put(key as Buffer, value as Buffer, true)
    else putBoundary(number, put.put, put.remove)
    const dictionary = copy.compression.takeDictionary()
    if (!dictionary) return
    copy.catalogue.putSync(DICTIONARY, dictionary.toString('base64'))
    copy.loadDictionary()
  }
}

/** Copies a table in portions of some hundred entries; reads run between portions. */
function* copyTable(from: AnyTable, write: (key: Key, value: unknown) => void, first: Key): Generator<void> {
  let start = first
  for (;;) {
    let copied = 0
    for (const { key, value } of from.getRange({ start, exclusiveStart: true, limit: PORTION })) {
      write(key, value)
      start = key
      copied += 1
    }
    if (copied < PORTION) return
    yield
  }
}

/** Replaces the LMDB file by a copy. The previous file loses its name but stays open. */
async function takeItsPlace(copy: Environment, directory: string, disk: Disk): Promise<void> {
  // Without a checkpoint a start uses the LMDB file unchanged. Both the previous file and the copy are complete.
  rmSync(checkpointPath(directory), { force: true })
  await disk.syncDirectory(directory)
  renameSync(copy.path, lmdbPath(directory))
  await disk.syncDirectory(directory)
  rmSync(`${copy.path}-lock`, { force: true })
  copy.path = lmdbPath(directory)
}

/**
 * Rewrites the LMDB file without overwritten and removed data. All changes must be committed, and no writes may run
 * meanwhile. After an interruption at any point, a start finds all data.
 * @returns the new file; the previous one is still open
 */
export async function rewriteLmdb(from: Environment, directory: string, disk: Disk): Promise<Environment> {
  const copy = await copyEntries(from, directory, disk)
  await takeItsPlace(copy, directory, disk)
  return copy
}

/** Starts the journal and checkpoints of a new LMDB file, and erases the previous ones. */
export async function beginJournalAnew(
  environment: Environment,
  before: DurableFiles,
  { directory, disk, journalBytes, owner }: JournalOptions,
): Promise<DurableFiles> {
  await before.journal.close()
  await before.lmdbFile.close()
  await before.checkpoints.close()
  const checkpoints = await CheckpointFile.create(checkpointPath(directory), disk, environment.lastState())
  eraseJournal(directory)
  const journal = new Journal(journalPath(directory), disk, checkpoints.storeId, journalBytes, owner)
  await journal.open(environment.through, () => undefined)
  return { environment, journal, checkpoints, lmdbFile: await disk.open(lmdbPath(directory)) }
}

/** Overwrites and removes the journal's files. All batches are in the new LMDB file. */
function eraseJournal(directory: string): void {
  for (const name of readdirSync(journalPath(directory))) {
    const path = join(journalPath(directory), name)
    writeFileSync(path, Buffer.alloc(statSync(path).size), { flag: 'r+', flush: true })
    rmSync(path)
  }
}
