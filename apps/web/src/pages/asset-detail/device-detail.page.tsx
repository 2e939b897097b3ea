import { useParams } from 'react-router'
import { AssetDetail } from '../../features/asset-detail/index.ts'

/** One device by its id, as an asset of the type Equipment. */
export function Page() {
  const { deviceId = '' } = useParams()
  return <AssetDetail key={deviceId} assetType="Equipment" assetId={deviceId} />
}
