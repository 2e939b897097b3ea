import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createMonitorService } from './monitors.service.ts'

/** Serves the calls about monitors: listing those of a map, marking and removing them. */
export function monitorRoutes(parts: Pick<ServiceParts, 'db' | 'bus' | 'limits'>): ServedCall<Actor>[] {
  const monitors = createMonitorService(parts)
  return [
    serve(calls.markedMonitors)<Actor>(monitors.listOfMap),
    serve(calls.saveHierarchies)<Actor>(monitors.save),
    serve(calls.removeMarkedMonitor)<Actor>(monitors.remove),
  ]
}
