import { useParams } from 'react-router'
import { ProviderSettings } from '../../features/providers/index.ts'

/** A location provider: its settings, keys, own formats, activity, log and refused items; or a new provider. */
export function Page() {
  const { provider = 'new' } = useParams()
  // The key gives each provider a new form, without values of the previous one.
  return <ProviderSettings key={provider} name={provider} />
}
