import { MIGRATIONS } from '@wardtrack/migrations'
import { runService } from '@wardtrack/service-runtime'
import { createApiService } from './create-api-service.ts'

// Runs the api service as a separate process, beside the others on one store. Its log is the one that the error-logs
// page offers as `core`.
runService({
  name: 'api',
  logName: 'core',
  createService: createApiService,
  migrations: MIGRATIONS,
  environment: process.env,
})
