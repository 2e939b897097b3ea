import { resolve } from 'node:path'
import { writeBackupFile } from '@wardtrack/backup'
import { openDatabase } from '@wardtrack/database'
import { keyFilePath, openBackup, openKeyRing, restrictFilesToOwner } from '@wardtrack/service-runtime'
import { readSettings } from '../config.ts'
import { reachStore } from '../embedded-store.ts'

/** `npm run backup -- FILE`: writes a backup of the data directory, whether or not the product runs. */
async function main(): Promise<void> {
  const [path] = process.argv.slice(2)
  if (!path) throw new Error('usage: npm run backup -- FILE')
  restrictFilesToOwner()
  const settings = readSettings(process.env)
  const dataDir = resolve(settings.WARDTRACK_DATA_DIR)
  const store = await reachStore(dataDir, settings)
  try {
    const db = await openDatabase(store.uri, { poolSize: 2 })
    try {
      const keyRing = await openKeyRing({ db, dataDir, secrets: settings.ENCRYPTION_KEY, exclusive: false })
      const { bytes } = await writeBackupFile(resolve(path), openBackup({ db, keyRing, dataDir }))
      process.stdout.write(`${resolve(path)}: ${bytes} bytes\n${keyNote(dataDir, settings)}\n`)
    } finally {
      await db.close()
    }
  } finally {
    await store.close?.()
  }
}

/** Returns a note on the location of the key, without which the backup cannot be restored. */
const keyNote = (dataDir: string, { ENCRYPTION_KEY }: ReturnType<typeof readSettings>): string =>
  `It can be restored with its key alone, which is not in it. Keep a copy elsewhere: ${ENCRYPTION_KEY ? 'ENCRYPTION_KEY' : keyFilePath(dataDir)}`

main().catch((error: unknown) => {
  process.stderr.write(`No backup was written: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
