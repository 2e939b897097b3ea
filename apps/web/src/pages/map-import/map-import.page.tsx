import { useParams } from 'react-router'
import { MapImport } from '../../features/map-import/map-import.tsx'
import { SetupReturn } from '../../features/setup-checklist/index.ts'

/** Import of a map image for one place. */
export function Page() {
  const { hierarchyId = '' } = useParams()
  return (
    <>
      <SetupReturn />
      <MapImport key={hierarchyId} hierarchyId={hierarchyId} />
    </>
  )
}
