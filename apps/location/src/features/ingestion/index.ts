export { createLocationIngestion } from './ingestion.routes.ts'
