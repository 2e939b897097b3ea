import { AssetListView } from '../../features/asset-list/index.ts'

/** Every asset, active or deactivated. */
export const Page = () => <AssetListView />
