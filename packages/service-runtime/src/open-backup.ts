import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, backupParts } from '@wardtrack/backup'
import type { Database } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'

/** Parts of the installation that a backup needs. */
export type BackupParts = { db: Database; keyRing: KeyRing; dataDir: string }

/** Prefix of a store copy's file name; the id of the process that made it follows. */
const COPY_PREFIX = 'store.mdb.rewritten-backup-'

/** MongoDB's error code for an unknown command. */
const UNKNOWN_COMMAND = 59

/**
 * Yields a backup of the current installation: the encrypted bytes of its file in their order. The key is not
 * included. The store's copy exists from the first part until the end of the generator.
 * @throws BackupError on a MongoDB, which has its own tools for that
 */
export async function* openBackup({ db, keyRing, dataDir }: BackupParts): AsyncGenerator<Buffer, void> {
  const storeDir = join(dataDir, 'store')
  // The store removes files of this name at its next start, in case this process ends early.
  const name = `${COPY_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}`
  const storeFile = join(existsSync(storeDir) ? storeDir : dataDir, name)
  try {
    await copyStore(db, storeFile)
    yield* backupParts({
      storeFile,
      imagesDir: join(dataDir, 'var', 'uploads', 'images'),
      ring: keyRing,
      files: { 'jwt-secret': join(dataDir, 'jwt-secret') },
    })
  } finally {
    for (const path of [storeFile, `${storeFile}-lock`]) await rm(path, { force: true })
  }
}

/** Removes store copies that killed backup processes left behind. */
export async function removeLeftCopies(dataDir: string): Promise<void> {
  const storeDir = join(dataDir, 'store')
  const dir = existsSync(storeDir) ? storeDir : dataDir
  for (const name of await readdir(dir)) {
    if (!name.startsWith(COPY_PREFIX)) continue
    if (!isProcessRunning(Number.parseInt(name.slice(COPY_PREFIX.length), 10)))
      await rm(join(dir, name), { force: true })
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function copyStore(db: Database, path: string): Promise<void> {
  try {
    // driver: a command of the embedded store alone
    await db.connection.db?.command({ copyStore: path })
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNKNOWN_COMMAND) throw error
    throw new BackupError('a MongoDB is backed up with its own tools (mongodump)')
  }
}
