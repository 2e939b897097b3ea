import { useParams } from 'react-router'
import { PlaceCode } from '../../features/place-code/index.ts'

/** The code of a place, to be printed. */
export function Page() {
  const { hierarchyId = '' } = useParams()
  return <PlaceCode hierarchyId={hierarchyId} />
}
