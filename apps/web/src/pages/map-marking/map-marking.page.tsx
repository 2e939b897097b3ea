import { useParams } from 'react-router'
import { MapMarking } from '../../features/monitors/index.ts'

/** Marking monitors on one map. */
export function Page() {
  const { mapId = '' } = useParams()
  return <MapMarking key={mapId} mapId={mapId} />
}
