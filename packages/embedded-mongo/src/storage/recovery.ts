import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CheckpointFile } from './checkpoint-file.ts'
import type { Disk, DurableFile } from './disk.ts'
import { Environment, type LmdbState, settleOldFile } from './environment.ts'
import { applyChanges } from './journal/change.ts'
import { Journal, type JournalOwner } from './journal/journal.ts'
import { readPart } from './read-part.ts'

/** The files of a store whose writes are durable. */
export type DurableFiles = {
  environment: Environment
  journal: Journal
  checkpoints: CheckpointFile
  /** the LMDB file, to sync it */
  lmdbFile: DurableFile
}

/** Directory, disk, size and owner of a journal. */
export type JournalOptions = { directory: string; disk: Disk; journalBytes: number; owner: JournalOwner }

type Opened = DurableFiles & {
  /** number of changes applied from the journal */
  replayed: number
}

export const lmdbPath = (directory: string): string => join(directory, 'store.mdb')
export const checkpointPath = (directory: string): string => join(directory, 'checkpoint')
export const journalPath = (directory: string): string => join(directory, 'journal')

/**
 * Opens the files with all acknowledged writes. Restores LMDB's last checkpoint, whatever else of the file reached the disk,
 * and applies the journal to it.
 * @throws Error when a file is damaged
 */
export async function openDurableFiles(options: JournalOptions): Promise<Opened> {
  const { directory, disk, journalBytes, owner } = options
  mkdirSync(journalPath(directory), { recursive: true })
  const checkpoints = await prepareCheckpoints(directory, disk)
  const { metaPages, through } = checkpoints.latest
  if (metaPages.length > 0) restoreMetaPages(lmdbPath(directory), checkpoints.latest)
  const environment = new Environment(lmdbPath(directory))
  try {
    const lmdbFile = await disk.open(lmdbPath(directory))
    if (metaPages.length === 0) {
      await lmdbFile.sync()
      await disk.syncDirectory(directory)
      await checkpoints.write({ ...environment.lastState(), through })
    }
    environment.begin()
    const journal = new Journal(journalPath(directory), disk, checkpoints.storeId, journalBytes, owner)
    let replayed = 0
    await journal.open(environment.through, ({ changes }) => {
      replayed += applyChanges(changes(), environment.tables)
    })
    environment.loadDictionary()
    return { environment, journal, checkpoints, lmdbFile, replayed }
  } catch (error) {
    await environment.close()
    throw error
  }
}

/** Opens or creates the checkpoint file. It is missing for a new store, and for an LMDB file from before the journal. */
async function prepareCheckpoints(directory: string, disk: Disk): Promise<CheckpointFile> {
  const path = checkpointPath(directory)
  const file = lmdbPath(directory)
  if (existsSync(path)) {
    const checkpoints = await CheckpointFile.open(path, disk)
    // The store's creation was interrupted before any write was acknowledged.
    if (checkpoints.latest.metaPages.length === 0) removeLmdb(file)
    return checkpoints
  }
  if (!existsSync(file)) return CheckpointFile.create(path, disk)
  await settleOldFile(file)
  return CheckpointFile.create(path, disk, await oldState(file, disk))
}

async function oldState(file: string, disk: Disk): Promise<LmdbState> {
  const environment = new Environment(file)
  const opened = await disk.open(file)
  try {
    await opened.sync()
    return environment.lastState()
  } finally {
    await opened.close()
    await environment.close()
  }
}

/** Removes an LMDB file with its lock. */
export function removeLmdb(path: string): void {
  for (const each of [path, `${path}-lock`]) rmSync(each, { force: true })
}

/** Error for a missing or empty LMDB file. */
export class LostStoreFile extends Error {}

const isLost = (path: string): boolean => !existsSync(path) || statSync(path).size === 0

/** Removes the checkpoint and journal of a lost LMDB file. */
export function forgetLostFile(directory: string): void {
  if (!isLost(lmdbPath(directory))) return
  rmSync(checkpointPath(directory), { force: true })
  rmSync(journalPath(directory), { recursive: true, force: true })
}

/** Bytes with a page's number and kind, LMDB's mark and its version, which are the same in every state of a file. */
const PAGE_HEAD = 24

/** Restores the meta pages of a state. Leaves a file unchanged that cannot have had this state. */
function restoreMetaPages(path: string, { metaPages, fileBytes }: LmdbState): void {
  if (isLost(path))
    throw new LostStoreFile(`${path} is missing or empty. Restore a backup of the data directory.`)
  const present = readPart(path, 0, metaPages.length)
  for (const at of [0, metaPages.length / 2])
    if (!present.subarray(at, at + PAGE_HEAD).equals(metaPages.subarray(at, at + PAGE_HEAD)))
      throw new Error(`${path} is corrupt: it does not begin as it did`)
  if (statSync(path).size < fileBytes)
    throw new Error(`${path} is corrupt: it is shorter than its last checkpoint`)
  writeFileSync(path, metaPages, { flag: 'r+' })
}
