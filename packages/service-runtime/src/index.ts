export { type Migration, type MigrationParts, migrateStore } from './migrate-store.ts'
export { openBackup, removeLeftCopies } from './open-backup.ts'
export { openCommandSealing } from './open-command-sealing.ts'
export { type KeySource, keyFilePath, openKeyRing, storeKeyState } from './open-key-ring.ts'
export { openBusLog, openServiceParts, type PartsOptions } from './open-service-parts.ts'
export { readOrCreateSecret, restrictFilesToOwner } from './private-files.ts'
export { runService, type SeparateService } from './run-service.ts'
export { limitsSetting, type ServiceSettings, serviceSettings } from './service-settings.ts'
export {
  type ComposedServices,
  type ComposeOptions,
  composeServices,
  type RunningService,
  type StartOptions,
  startService,
} from './start-service.ts'
export { withLogFile } from './with-log-file.ts'
