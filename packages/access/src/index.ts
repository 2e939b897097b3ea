export { type Actor, type KeyActor, keyOf, type PublicActor, type SessionActor, sessionOf } from './actor.ts'
export type { AuditLog } from './audit-log.ts'
export { type Access, type AccessParts, createAccess } from './create-access.ts'
export { ensureFirstAccount, type FirstAccount } from './first-account.ts'
export type { IngestKeys, NewKey } from './ingest-keys.ts'
export { createPasswords, generatePassword, type Passwords } from './passwords.ts'
export type { Providers } from './providers.ts'
export { assetTypes, resolveAssetRef } from './resolve-asset-ref.ts'
export { type Configured, holdsAny, routesByUser, routesOf } from './rights.ts'
export type { Service, ServiceFactory, ServiceParts } from './service-parts.ts'
export { type ServiceSettings, serviceSettings } from './service-settings.ts'
export type { EndReason, Sessions } from './sessions.ts'
export type { SignInThrottle } from './sign-in-throttle.ts'
export {
  ownFilesOnly,
  type RunningService,
  readOrCreateSecret,
  type StartOptions,
  startService,
} from './start-service.ts'
export { visibleAlert, visibleFence } from './visible-alert.ts'
