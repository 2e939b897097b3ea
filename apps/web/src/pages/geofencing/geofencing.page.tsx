import { useParams } from 'react-router'
import { FenceFiles } from '../../features/fence-files/index.ts'
import { GeofenceEditor } from '../../features/geofence-editor/geofence-editor.tsx'

/** Editor of the geofences on one map. */
export function Page() {
  const { mapId = '' } = useParams()
  return (
    <FenceFiles key={mapId} mapId={mapId}>
      {(files) => <GeofenceEditor mapId={mapId} files={files} />}
    </FenceFiles>
  )
}
