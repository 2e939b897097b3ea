import type { ServiceParts } from '@wardtrack/access'
import { settingId } from '@wardtrack/database'
import { type CachedValue, cachedValue } from '@wardtrack/service-kit'
import type { PlaceCache } from '../../../places/place-cache.ts'
import { createGeofenceRules, type GeofenceRules } from './geofence-rules.ts'

/** Keeps the geofences that are switched on in memory, current in every process. */
export type GeofenceCache = CachedValue<GeofenceRules>

const CHANGES: ReadonlySet<string> = new Set(['geofences', 'maps', 'settings'])

/** Creates the geofence cache of a process: what changes through this process counts at once. */
export const createGeofenceCache = (
  parts: Pick<ServiceParts, 'db' | 'bus' | 'cacheMode'> & { places: PlaceCache },
): GeofenceCache =>
  cachedValue(parts, {
    load: () => load(parts),
    invalidateOn: { 'config.changed': ({ what }) => CHANGES.has(what) },
  })

async function load({
  db,
  places,
}: Pick<ServiceParts, 'db'> & { places: PlaceCache }): Promise<GeofenceRules> {
  const readAt = Date.now()
  const [lookup, fences, setting] = await Promise.all([
    places.read(),
    db.models.geofences.find({ Enabled: true }),
    db.models.settings.findOne({ _id: settingId('Geofence', 'Engine') }),
  ])
  const metres = setting?.Fields['tolerance']
  const tolerance = typeof metres === 'number' && metres > 0 ? metres : 0
  return createGeofenceRules({ fences, map: lookup.map, tolerance, readAt })
}
