import { MIGRATIONS } from '@wardtrack/migrations'
import { runService } from '@wardtrack/service-runtime'
import { createLocationService } from './create-location-service.ts'

// The location service as a process of its own, beside the others on one store.
runService({
  name: 'location',
  createService: createLocationService,
  migrations: MIGRATIONS,
  environment: process.env,
})
