import { useParams } from 'react-router'
import { ProviderSettings } from '../../features/providers/index.ts'

/** A location provider: its settings, keys, own formats, activity, log and refused items; or a new one. */
export function Page() {
  const { provider = 'new' } = useParams()
  // Another provider is another form, with nothing left of the one before.
  return <ProviderSettings key={provider} name={provider} />
}
