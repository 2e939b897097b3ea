export { createLocationService } from './location.service.ts'
