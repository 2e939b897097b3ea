import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { readScalingStatus } from './scaling-status.ts'
import { createSettingsService } from './settings.service.ts'

/** Creates the calls of settings pairs, each with the pages of its type. */
export function settingRoutes(parts: ServiceParts): ServedCall<Actor>[] {
  const settings = createSettingsService(parts)
  return [
    serve(calls.getGeofenceSettings)<Actor>(async () => {
      const GeofenceTypes = await settings.readGeofenceTypes()
      return { Type: 'Geofence', SubType: 'Geofence', Fields: { GeofenceTypes } }
    }),
    serve(calls.getSettings)<Actor>(async ({ body }, context) => {
      const { isSaved, pair } = await settings.read(body, context)
      return { status: isSaved ? 1 : 0, data: pair }
    }),
    serve(calls.createSettings)<Actor>(async ({ body }, context) => ({
      err: 0,
      message: messages.settingUpdated,
      data: await settings.save(body, context),
    })),
    serve(calls.scalingStatus)<Actor>(async () => ({ data: await readScalingStatus(parts) })),
    serve(calls.getAddedLocationProviders)<Actor>(() => settings.listProviders()),
  ]
}
