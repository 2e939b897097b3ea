export { BackupError } from './frames.ts'
export { encryptBackup, findPlainBackups, type PlainBackup, removePlainBackup } from './plain-backups.ts'
export { restoreBackup } from './restore-backup.ts'
export { type BackupSource, backupParts, writeBackupFile } from './write-backup.ts'
