export { AssetListView } from './asset-list-view.tsx'
