import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { createAssetCounter } from './asset-counts.service.ts'
import { createDashboardService } from './dashboard.service.ts'

/** Creates the calls of the dashboard. */
export function dashboardRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  lists: AssetLists,
): ServedCall<Actor>[] {
  const dashboard = createDashboardService(parts)
  return [
    serve(calls.getDashboard)<Actor>(dashboard.read),
    serve(calls.saveDashboard)<Actor>(dashboard.save),
    serve(calls.resetDashboard)<Actor>(dashboard.reset),
    serve(calls.saveDefaultDashboard)<Actor>(dashboard.saveDefault),
    serve(calls.resetDefaultDashboard)<Actor>(dashboard.resetDefault),
    serve(calls.countAssets)<Actor>(createAssetCounter(metadata, lists)),
  ]
}
