export { BackupError } from './frames.ts'
export { readBackupHeader, restoreBackup } from './restore-backup.ts'
export { type BackupSource, backupParts, writeBackupFile } from './write-backup.ts'
