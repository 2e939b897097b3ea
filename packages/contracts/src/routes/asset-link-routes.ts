import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const detail = { service: 'api', access: pages(PAGE_SETS.ASSET_DETAIL) } as const
/** Addresses of the calls that link assets with each other. */
export const assetLinkRoutes = {
  getGroupedAssetIds: {
    service: 'api',
    method: 'GET',
    path: '/asset.getGroupedAssetIds',
    access: pages(PAGE_SETS.ASSET_DETAIL, ['report/nearby-pump']),
  },
  addAssetMapping: { ...detail, method: 'POST', path: '/assets.addAssetMapping' },
  removeAssetMapping: { ...detail, method: 'POST', path: '/assets.removeAssetMapping' },
} as const satisfies Record<string, RouteSpec>
