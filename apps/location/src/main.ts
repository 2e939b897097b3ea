import { MIGRATIONS } from '@wardtrack/migrations'
import { runService } from '@wardtrack/service-runtime'
import { createLocationService } from './create-location-service.ts'

// Runs the location service as a separate process that shares one store with the others.
runService({
  name: 'location',
  createService: createLocationService,
  migrations: MIGRATIONS,
  environment: process.env,
})
