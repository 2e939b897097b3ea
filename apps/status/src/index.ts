export { createStatusService } from './create-status-service.ts'
