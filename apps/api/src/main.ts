import { MIGRATIONS } from '@wardtrack/migrations'
import { runService } from '@wardtrack/service-runtime'
import { createApiService } from './create-api-service.ts'

// The api service as a process of its own, beside the others on one store.
// The log that the error-logs page offers as `core` is its own.
runService({
  name: 'api',
  logName: 'core',
  createService: createApiService,
  migrations: MIGRATIONS,
  environment: process.env,
})
