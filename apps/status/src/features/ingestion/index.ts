export { ingestionRoutes } from './ingestion.routes.ts'
