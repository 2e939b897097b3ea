import { useParams } from 'react-router'
import { ViewMap } from '../../features/map-overview/index.ts'

/** The map of one place with its geofences and monitors. */
export function Page() {
  const { hierarchyId = '' } = useParams()
  return <ViewMap key={hierarchyId} hierarchyId={hierarchyId} />
}
