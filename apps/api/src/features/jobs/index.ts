export { jobRoutes, toJobAnswer } from './jobs.routes.ts'
