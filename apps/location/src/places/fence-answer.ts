import type { Geofence } from '@wardtrack/contracts'
import type { GeofenceDoc } from '@wardtrack/database'

/** A stored fence as calls answer it. */
export function geofenceAnswer(fence: GeofenceDoc): Geofence {
  const { _id, nameKey: _key, imageSize: _size, activeFrom: _from, createdAt, updatedAt, ...rest } = fence
  return {
    ...rest,
    _id: _id.toHexString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
