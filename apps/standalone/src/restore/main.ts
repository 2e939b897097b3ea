import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { restoreBackup } from '@wardtrack/backup'
import { createKeyRing, type KeyRing } from '@wardtrack/encryption'
import { restrictFilesToOwner } from '@wardtrack/service-runtime'
import { readSettings } from '../config.ts'

/** `npm run restore -- FILE DIR`: restores a backup into a new data directory. */
async function main(): Promise<void> {
  const [path, dir] = process.argv.slice(2)
  if (!path || !dir) throw new Error('usage: npm run restore -- FILE DIR')
  restrictFilesToOwner()
  const { ENCRYPTION_KEY: secrets } = readSettings(process.env)
  const names = await restoreBackup(resolve(path), resolve(dir), await ringOf(resolve(dir), secrets))
  process.stdout.write(
    `${resolve(dir)}: ${names.length} files. Start with WARDTRACK_DATA_DIR=${resolve(dir)} and the key that the backup was made with.\n`,
  )
}

/** The key: ENCRYPTION_KEY, or the key file that was put into the directory. */
async function ringOf(
  dir: string,
  secrets: readonly [string, ...string[]] | undefined,
): Promise<KeyRing | undefined> {
  if (secrets) return createKeyRing(secrets)
  const storedKey = await readFile(join(dir, 'encryption-key'), 'utf8').catch(() => '')
  return storedKey.trim() === '' ? undefined : createKeyRing([storedKey.trim()])
}

main().catch((error: unknown) => {
  process.stderr.write(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
