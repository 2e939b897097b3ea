export { ingestionRoutes } from './ingestion.routes.ts'
export { createMetadataMappingCache } from './mapping-reader.ts'
