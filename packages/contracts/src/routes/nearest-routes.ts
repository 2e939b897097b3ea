import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const shared = {
  service: 'location',
  access: pages(PAGE_SETS.DASHBOARD, PAGE_SETS.ASSET_DETAIL),
} as const
/** Addresses of the calls that find the nearest available asset, claim it, and report it missing. */
export const nearestRoutes = {
  nearestCategories: { ...shared, method: 'GET', path: '/nearest.categories' },
  nearestPlaces: { ...shared, method: 'GET', path: '/nearest.places' },
  nearestAssets: { ...shared, method: 'POST', path: '/nearest.assets' },
  nearestRoute: { ...shared, method: 'POST', path: '/nearest.route' },
  claimAsset: { ...shared, method: 'POST', path: '/nearest.claim' },
  releaseAsset: { ...shared, method: 'POST', path: '/nearest.release' },
  reportAssetMissing: { ...shared, method: 'POST', path: '/nearest.reportMissing' },
  withdrawMissingReport: { ...shared, method: 'POST', path: '/nearest.withdrawReport' },
} as const satisfies Record<string, RouteSpec>
