import { useParams } from 'react-router'
import { PlaceCode } from '../../features/place-code/place-code.tsx'

/** Printable code of a place. */
export function Page() {
  const { hierarchyId = '' } = useParams()
  return <PlaceCode hierarchyId={hierarchyId} />
}
