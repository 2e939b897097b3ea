import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { type AlertParts, createAlertService } from './alerts.service.ts'

/** Serves the calls about geofence alerts: lists, single alerts, and the steps that people take with them. */
export function alertRoutes(parts: AlertParts): ServedCall<Actor>[] {
  const alerts = createAlertService(parts)
  return [
    serve(calls.geofenceAlerts)<Actor>(alerts.list),
    serve(calls.geofenceAlert)<Actor>(alerts.get),
    serve(calls.acknowledgeGeofenceAlert)<Actor>(alerts.acknowledge),
    serve(calls.resolveGeofenceAlert)<Actor>(alerts.resolve),
  ]
}
