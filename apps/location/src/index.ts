export { createLocationService } from './create-location-service.ts'
