import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec } from './route-spec.ts'

const { ASSETS, ASSET_DETAIL, GENERATE_REPORT } = PAGE_SETS
const detail = { service: 'api', access: pages(ASSET_DETAIL) } as const
const TAGS_PAGE = ['custom-tags']
/** Addresses of the calls of custom tags and of location tags. */
export const tagRoutes = {
  customTagList: {
    service: 'api',
    method: 'GET',
    path: '/customTag/list',
    access: pages(TAGS_PAGE, ASSETS, GENERATE_REPORT),
    openUnconfigured: true,
  },
  createCustomTag: {
    service: 'api',
    method: 'POST',
    path: '/customTag/create',
    access: pages(TAGS_PAGE),
    openUnconfigured: true,
  },
  deleteCustomTag: { service: 'api', method: 'POST', path: '/customTag/remove', access: pages(TAGS_PAGE) },
  addCustomTag: { ...detail, method: 'POST', path: '/assets.addCustomTag' },
  removeCustomTag: { ...detail, method: 'POST', path: '/assets.removeCustomTag' },
  getUnassignedTags: { ...detail, method: 'GET', path: '/asset.getUnassignedTags' },
  addLocationTag: { ...detail, method: 'POST', path: '/assets.addLocationTag' },
  removeLocationTag: { ...detail, method: 'POST', path: '/assets.removeLocationTag' },
} as const satisfies Record<string, RouteSpec>
