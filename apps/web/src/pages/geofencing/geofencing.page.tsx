import { useParams } from 'react-router'
import { FenceDrawing } from '../../features/geofence-editor/index.ts'

/** Drawing the geofences of one map. */
export function Page() {
  const { mapId = '' } = useParams()
  return <FenceDrawing key={mapId} mapId={mapId} />
}
