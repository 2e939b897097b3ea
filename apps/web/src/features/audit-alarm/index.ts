export { AuditAlarmBand, auditStateQuery } from './audit-alarm-band.tsx'
