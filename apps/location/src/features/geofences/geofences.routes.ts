import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createGeofenceService, type GeofenceParts } from './geofences.service.ts'

/** Serves the calls about geofences: lists, drawing, changing and deleting, and files. */
export function geofenceRoutes(parts: GeofenceParts): ServedCall<Actor>[] {
  const geofences = createGeofenceService(parts)
  return [
    serve(calls.geofences)<Actor>(geofences.list),
    serve(calls.geofencesOfMap)<Actor>(geofences.listOfMap),
    serve(calls.addGeofence)<Actor>(geofences.add),
    serve(calls.changeGeofence)<Actor>(geofences.change),
    serve(calls.deleteGeofence)<Actor>(geofences.delete),
    serve(calls.exportGeofences)<Actor>(geofences.exportFile),
    serve(calls.checkGeofenceFile)<Actor>(geofences.checkFile),
    serve(calls.importGeofences)<Actor>(geofences.importFile),
  ]
}
