import { useParams } from 'react-router'
import { MapImport } from '../../features/map-import/index.ts'

/** A map image for one place. */
export function Page() {
  const { hierarchyId = '' } = useParams()
  return <MapImport key={hierarchyId} hierarchyId={hierarchyId} />
}
