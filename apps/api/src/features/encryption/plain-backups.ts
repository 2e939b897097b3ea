import { join } from 'node:path'
import type { ServiceParts } from '@wardtrack/access'
import { BackupError, encryptBackup, findPlainBackups, removePlainBackup } from '@wardtrack/backup'
import { removeLeftCopies } from '@wardtrack/service-runtime'

/**
 * Encrypts the backups in the data directory, which hold values from before their encryption. Incomplete files are
 * not backups and are deleted.
 */
export async function encryptPlainBackups({ dataDir, keyRing, log }: ServiceParts): Promise<void> {
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
