import { useParams } from 'react-router'
import { AlertDetail } from '../../features/alerts/index.ts'

/** One alert on its map. */
export function Page() {
  const { alertId = '' } = useParams()
  return <AlertDetail key={alertId} id={alertId} />
}
