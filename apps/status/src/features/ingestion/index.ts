export { ingestionRoutes } from './ingestion.routes.ts'
export { createMappingReader } from './mapping-reader.ts'
