import { queryOptions } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { DEFAULT_GEOFENCE_TYPES } from '@wardtrack/contracts/fence-limits'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'

/** Query for the geofences of one map, by name. */
export const fencesOfMapQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.geofences, 'map', mapId],
    queryFn: async ({ signal }): Promise<Geofence[]> =>
      (await api.call('geofencesOfMap', { params: { mapId }, signal })).data,
  })

/** Query for all geofences, by name. */
export const allFencesQuery = () =>
  queryOptions({
    queryKey: [KEYS.geofences, 'all'],
    queryFn: async ({ signal }): Promise<Geofence[]> => (await api.call('geofences', { signal })).data,
  })

/** Query for the saved geofence types, or the defaults while none are saved. */
export const fenceTypesQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'geofence-types'],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { GeofenceTypes } = (await api.call('getGeofenceSettings', { signal })).Fields
      return GeofenceTypes.length > 0 ? GeofenceTypes : DEFAULT_GEOFENCE_TYPES
    },
  })
