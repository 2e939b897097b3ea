import type { FenceFeature, Geofence } from '@wardtrack/contracts'
import type { MapGeometry } from '@wardtrack/places'
import { toGeometry } from './area-geometry.ts'

/** Returns a geofence as a feature. @param map absent when it is deleted; then there is no feature */
export function toFeature(fence: Geofence, map: MapGeometry | undefined): FenceFeature | undefined {
  if (!map) return undefined
  const { _id, Name, MapId, Coordinates } = fence
  const { Type, AssetTypes, Enabled } = fence
  const { EntryTrigger, EntryTriggerWaitTime, ExitTrigger, ExitTriggerWaitTime } = fence
  const { geometry, radius } = toGeometry(Coordinates, map)
  return {
    type: 'Feature',
    id: _id,
    geometry,
    properties: {
      name: Name,
      crs: 'local',
      zone_id: MapId,
      ...(radius === undefined ? {} : { radius }),
      wardtrack: {
        Type,
        AssetTypes,
        EntryTrigger,
        EntryTriggerWaitTime,
        ExitTrigger,
        ExitTriggerWaitTime,
        Enabled,
        Coordinates,
      },
    },
  }
}

/** Features created before other work gets a turn. */
const AT_ONCE = 100

/** Yields the text of a FeatureCollection in chunks. */
export async function* collectionText(
  fences: readonly Geofence[],
  mapOf: (mapId: string) => MapGeometry | undefined,
): AsyncGenerator<string, void> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for (let start = 0; start < fences.length; start += AT_ONCE) {
    const features = fences.slice(start, start + AT_ONCE).flatMap((fence) => {
      const feature = toFeature(fence, mapOf(fence.MapId))
      return feature ? [JSON.stringify(feature)] : []
    })
    if (features.length > 0) {
      yield separator + features.join(',\n')
      separator = ',\n'
    }
  }
  yield '\n]}\n'
}
