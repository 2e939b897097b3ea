export { AuditAlarmBand } from './audit-alarm-band.tsx'
export { auditStateQuery } from './audit-state.query.ts'
