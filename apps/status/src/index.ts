export { createStatusService } from './status.service.ts'
