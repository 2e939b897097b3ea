export { ingestionRoutes } from './ingestion.routes.ts'
export { createMetadataMappingCache } from './metadata-mapping-cache.ts'
