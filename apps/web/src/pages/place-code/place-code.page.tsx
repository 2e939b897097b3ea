import { useParams } from 'react-router'
import { PlaceCode } from '../../features/place-code/index.ts'

/** Printable code of a place. */
export function Page() {
  const { hierarchyId = '' } = useParams()
  return <PlaceCode hierarchyId={hierarchyId} />
}
