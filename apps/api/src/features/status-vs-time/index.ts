export { statusVsTimeRoutes } from './status-vs-time.routes.ts'
