import { MIGRATIONS } from '@wardtrack/migrations'
import { runService } from '@wardtrack/service-runtime'
import { createStatusService } from './create-status-service.ts'

// The status service as a process of its own, beside the others on one store.
runService({
  name: 'status',
  createService: createStatusService,
  migrations: MIGRATIONS,
  environment: process.env,
})
