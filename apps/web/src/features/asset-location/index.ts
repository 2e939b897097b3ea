export { AssetLocationMap } from './asset-location-map.tsx'
