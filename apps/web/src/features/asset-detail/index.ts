export { AssetDetail } from './asset-detail.tsx'
export { BackLink } from './back-link.tsx'
