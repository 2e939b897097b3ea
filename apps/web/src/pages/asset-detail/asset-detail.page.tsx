import { useLocation } from 'react-router'
import { AssetDetail } from '../../features/asset-detail/asset-detail.tsx'
import { readMatrix } from '../../lib/matrix-url.ts'

/** One asset by type and id, from matrix parameters; plain query parameters do as well. */
export function Page() {
  const { pathname, search } = useLocation()
  const { parameters } = readMatrix(pathname)
  const query = new URLSearchParams(search)
  const type = parameters.type ?? query.get('type') ?? 'Equipment'
  const id = parameters.id ?? query.get('id') ?? ''
  return <AssetDetail key={`${type}:${id}`} assetType={type} assetId={id} />
}
