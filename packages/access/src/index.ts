export type { AccountSetup } from './account-setup.ts'
export { type Actor, type KeyActor, keyOf, type PublicActor, type SessionActor, sessionOf } from './actor.ts'
export {
  assetTypes,
  countDisclosedPatients,
  disclosedPatients,
  readAssetHistory,
  resolveAssetRef,
  resolveHistoryAsset,
} from './asset-history.ts'
export { type AuditEntry, createAuditKeys } from './audit-chain.ts'
export type { AuditLog } from './audit-log.ts'
export { type AuditState, type AuditVerification, acknowledgeAlarm, readAuditState } from './audit-watch.ts'
export { isCommonPassword } from './common-passwords.ts'
export { type Access, type AccessParts, createAccess } from './create-access.ts'
export type { DeviceCookies, KnownDevice } from './device-cookie.ts'
export { editDocument, repeatUntilWritten, requireRevision, saveDocument } from './edit-document.ts'
export {
  ensureFirstAccount,
  type FirstAccount,
  forgetGeneratedPassword,
  isGeneratedPasswordInUse,
} from './first-account.ts'
export { type IngestKeys, isKeyLive, type NewKey } from './ingest-keys.ts'
export { createPasswords, generatePassword, type Passwords } from './passwords.ts'
export { personActor } from './person-actor.ts'
export type { Providers } from './providers.ts'
export { auditAgeMs, auditDays, pruneAuditLog } from './prune-audit-log.ts'
export { type AccountReset, AccountResetError, type ResetParts, resetAccount } from './reset-account.ts'
export { type Configured, holdsAny, routesByUser, routesOf } from './rights.ts'
export type { SecondFactor } from './second-factor.ts'
export type { Service, ServiceFactory, ServiceParts } from './service-parts.ts'
export { type EndReason, lastUseOf, type SessionOrigin, type Sessions } from './sessions.ts'
export { isFromThisMachine } from './sign-in-address.ts'
export type { SignInAttempt, SignInThrottle } from './sign-in-throttle.ts'
export { type AuditReport, verifyAuditLog } from './verify-audit-log.ts'
