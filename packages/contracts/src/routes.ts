import { accountRoutes, peopleRoutes } from './routes/account-routes.ts'
import { assetLinkRoutes, assetRoutes, savedFilterRoutes } from './routes/asset-routes.ts'
import { auditRoutes } from './routes/audit-routes.ts'
import { customReportRoutes } from './routes/custom-report-routes.ts'
import { dashboardRoutes } from './routes/dashboard-routes.ts'
import { mailRoutes, mirthRoutes } from './routes/delivery-routes.ts'
import { encryptionRoutes } from './routes/encryption-routes.ts'
import { fenceRoutes } from './routes/fence-routes.ts'
import { importRoutes } from './routes/import-routes.ts'
import { metadataRoutes } from './routes/metadata-routes.ts'
import { nearestRoutes } from './routes/nearest-routes.ts'
import { notificationRoutes } from './routes/notification-routes.ts'
import { jobRoutes, logRoutes, operationRoutes, storageRoutes } from './routes/operation-routes.ts'
import { parLevelRoutes } from './routes/par-level-routes.ts'
import { placeRoutes } from './routes/place-routes.ts'
import { providerRoutes } from './routes/provider-routes.ts'
import { reportRoutes, statusVsTimeRoutes } from './routes/report-routes.ts'
import { reportScheduleRoutes } from './routes/report-schedule-routes.ts'
import type { RouteSpec, Service } from './routes/route-spec.ts'
import { sessionRoutes } from './routes/session-routes.ts'
import { tagRoutes } from './routes/tag-routes.ts'

export {
  type Access,
  type AccountSetupStep,
  type RouteSpec,
  SCOPES,
  type Scope,
  type Service,
} from './routes/route-spec.ts'

/**
 * All calls of the product by name, which is the operation id in the OpenAPI document. Method and path are defined
 * only in these tables.
 */
export const routes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...assetRoutes,
  ...assetLinkRoutes,
  ...tagRoutes,
  ...savedFilterRoutes,
  ...customReportRoutes,
  ...reportScheduleRoutes,
  ...dashboardRoutes,
  ...metadataRoutes,
  ...placeRoutes,
  ...fenceRoutes,
  ...nearestRoutes,
  ...statusVsTimeRoutes,
  ...reportRoutes,
  ...parLevelRoutes,
  ...importRoutes,
  ...jobRoutes,
  ...logRoutes,
  ...providerRoutes,
  ...storageRoutes,
  ...encryptionRoutes,
  ...mirthRoutes,
  ...mailRoutes,
  ...notificationRoutes,
  ...operationRoutes,
  ...auditRoutes,
} as const satisfies Record<string, RouteSpec>

/** Name of a call. */
export type CallName = keyof typeof routes

/** Default base address of each service; environment settings may move them. */
export const DEFAULT_BASES: Readonly<Record<Service, string>> = {
  api: '/api',
  location: '/location/api',
  status: '/status/api',
  root: '',
}
