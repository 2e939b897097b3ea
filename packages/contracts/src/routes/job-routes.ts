import { JOB_PAGES } from '../shapes/job-pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

/** Each kind is opened by its own pages: the handler asks for those. */
const jobPages = pages(...Object.values(JOB_PAGES))

/** Addresses of the calls of jobs: long work that goes on after its call was answered. */
export const jobRoutes = {
  listJobs: { service: 'api', method: 'GET', path: '/jobs', access: jobPages },
  readJob: { service: 'api', method: 'GET', path: '/jobs/{id}', access: jobPages },
  cancelJob: { service: 'api', method: 'POST', path: '/jobs/{id}/cancel', access: jobPages },
} as const satisfies Record<string, RouteSpec>
