import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, backupParts } from '@wardtrack/backup'
import type { Database } from '@wardtrack/database'
import type { KeyRing } from '@wardtrack/encryption'

/** Parts of the installation that a backup needs. */
export type BackupParts = { db: Database; keyRing: KeyRing; dataDir: string }

/** What the name of a copy of the store begins with; the id of the process that made it follows. */
const COPY_PREFIX = 'store.mdb.rewritten-backup-'

/** The number that MongoDB answers with to a command that it does not know. */
const UNKNOWN_COMMAND = 59

/**
 * Opens a backup of the installation as it is now: the encrypted bytes of its file in their order. The key is not in it.
 * @throws BackupError on a MongoDB, which has its own tools for that
 */
export async function openBackup({
  db,
  keyRing,
  dataDir,
}: BackupParts): Promise<AsyncGenerator<Buffer, void>> {
  const storeDir = join(dataDir, 'store')
  // A name that the store removes at its next start, should this process end before.
  const name = `${COPY_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}`
  const storeFile = join(existsSync(storeDir) ? storeDir : dataDir, name)
  await copyStore(db, storeFile)
  const source = {
    storeFile,
    imagesDir: join(dataDir, 'var', 'uploads', 'images'),
    ring: keyRing,
    files: { 'jwt-secret': join(dataDir, 'jwt-secret') },
  }
  return removedAtTheEnd(backupParts(source), storeFile)
}

async function* removedAtTheEnd(
  parts: AsyncGenerator<Buffer, void>,
  storeFile: string,
): AsyncGenerator<Buffer, void> {
  try {
    yield* parts
  } finally {
    for (const path of [storeFile, `${storeFile}-lock`]) await rm(path, { force: true })
  }
}

/** Removes copies of the store that backups left behind whose processes were killed. */
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
