import { MIGRATIONS } from '@wardtrack/migrations'
import { runService } from '@wardtrack/service-runtime'
import { createStatusService } from './create-status-service.ts'

// Runs the status service as a separate process that shares one store with the others.
runService({
  name: 'status',
  createService: createStatusService,
  migrations: MIGRATIONS,
  environment: process.env,
})
