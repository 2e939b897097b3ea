export * from './administration.ts'
export { calls } from './calls/index.ts'
export { newPassword } from './calls/session.ts'
export type { Client, ClientOptions, RequestOf, ResponseOf } from './client.ts'
export * from './custom-report-choices.ts'
export * from './dashboard-tiles.ts'
export * from './define-call.ts'
export * from './errors.ts'
export * from './fence-limits.ts'
export * from './lane-limits.ts'
export { mayLink } from './link-rules.ts'
export type * from './live.ts'
export { messages } from './messages.ts'
export { openApiDocument } from './openapi.ts'
export * from './pages.ts'
export * from './provider-fields.ts'
export * from './report-files.ts'
export * from './report-schedules.ts'
export * from './routes.ts'
export * from './shapes/access.ts'
export * from './shapes/asset.ts'
export * from './shapes/asset-movement.ts'
export type * from './shapes/audit.ts'
export * from './shapes/common.ts'
export * from './shapes/criteria.ts'
export {
  type CustomReport,
  type CustomReportForm,
  type CustomReportRow,
  type HeatPointer,
  type ReportPreviewQuestion,
  sentReportMember,
} from './shapes/custom-report.ts'
export { COUNTED_FIELDS, type CountedField, type Dashboard } from './shapes/dashboard.ts'
export * from './shapes/encryption.ts'
export * from './shapes/fence-area.ts'
export { type FenceChange, type FenceForm, type FenceSettings, sentMember } from './shapes/fence-form.ts'
export * from './shapes/fence-geojson.ts'
export * from './shapes/geofence.ts'
export * from './shapes/import.ts'
export * from './shapes/import-operations.ts'
export * from './shapes/ingest-key.ts'
export * from './shapes/ingestion.ts'
export * from './shapes/job.ts'
export * from './shapes/job-pages.ts'
export * from './shapes/level-question.ts'
export * from './shapes/log.ts'
export * from './shapes/log-services.ts'
export * from './shapes/mail.ts'
export type * from './shapes/map-lanes.ts'
export * from './shapes/metadata.ts'
export * from './shapes/mirth.ts'
export * from './shapes/nearest.ts'
export * from './shapes/notification.ts'
export * from './shapes/par-level.ts'
export * from './shapes/par-report.ts'
export {
  hasPasswordLength,
  isEasyToGuess,
  MAX_PASSWORD_BYTES,
  MIN_PASSWORD_CHARACTERS,
} from './shapes/password.ts'
export * from './shapes/people.ts'
export * from './shapes/place.ts'
export type { PushedOutline, RoomOutline } from './shapes/place-outline.ts'
export * from './shapes/provider.ts'
export * from './shapes/raise-value.ts'
export * from './shapes/report.ts'
export * from './shapes/report-schedule.ts'
export {
  type NotificationRuleChange,
  type NotificationRuleForm,
  sentRuleMember,
} from './shapes/rule-form.ts'
export * from './shapes/saved-filter.ts'
export * from './shapes/scaling-status.ts'
export * from './shapes/search.ts'
export * from './shapes/settings.ts'
export * from './shapes/setup.ts'
export * from './shapes/status-vs-time.ts'
export * from './shapes/storage.ts'
export * from './shapes/tag.ts'
export * from './shapes/time-zone.ts'
export * from './table-columns.ts'
