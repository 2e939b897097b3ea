import { AssetDetail } from '../../features/asset-detail/index.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'

const schema = { type: urlText('type'), id: urlText('id') }

/** One asset by type and id, from matrix parameters or query parameters. */
export function Page() {
  const [matrix] = useUrlState(schema, 'matrix')
  const [query] = useUrlState(schema)
  const type = matrix.type || query.type || 'Equipment'
  const id = matrix.id || query.id
  return <AssetDetail key={`${type}:${id}`} assetType={type} assetId={id} />
}
