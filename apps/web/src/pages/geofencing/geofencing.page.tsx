import { useParams } from 'react-router'
import { GeofenceEditor } from '../../features/geofence-editor/index.ts'

/** Drawing the geofences of one map. */
export function Page() {
  const { mapId = '' } = useParams()
  return <GeofenceEditor key={mapId} mapId={mapId} />
}
