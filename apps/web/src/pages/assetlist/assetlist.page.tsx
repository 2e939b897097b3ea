import { AssetListView } from '../../features/asset-list/index.ts'

/** Every asset, the deactivated ones too: what is in use and what is not. */
export const Page = () => <AssetListView />
