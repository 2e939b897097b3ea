export { AuditPage as Page } from '../../features/audit/index.ts'
