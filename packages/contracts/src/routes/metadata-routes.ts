import { PAGE_SETS } from '../pages.ts'
import { pages, type RouteSpec, session } from './route-spec.ts'

const configuring = pages(['metadata-mappings'])
/** Addresses of the calls of the metadata mapping and its images. */
export const metadataRoutes = {
  getFilterOption: {
    service: 'api',
    method: 'GET',
    path: '/assets.getFilterOption',
    access: pages(PAGE_SETS.ASSETS),
  },
  getMetaDataMapping: {
    service: 'api',
    method: 'GET',
    path: '/asset.getMetaDataMapping',
    access: session,
  },
  updateMetaDataMapping: {
    service: 'api',
    method: 'POST',
    path: '/assets.updateMetaDataMapping',
    access: configuring,
  },
  saveNewMetaDataMapping: {
    service: 'api',
    method: 'POST',
    path: '/assets.saveNewMetaDataMapping',
    access: configuring,
  },
  removeMetaDataMapping: {
    service: 'api',
    method: 'POST',
    path: '/assets.removeMetaDataMapping',
    access: configuring,
  },
  countMetaDataMapping: {
    service: 'api',
    method: 'GET',
    path: '/assets.countMetaDataMapping',
    access: configuring,
  },
  uploadMetaDataFiles: {
    service: 'api',
    method: 'POST',
    path: '/assets.uploadMetaDataFiles',
    access: configuring,
  },
  deleteAliasImage: {
    service: 'api',
    method: 'POST',
    path: '/assets.deleteAliasImage',
    access: configuring,
  },
  getUnmappedFields: {
    service: 'api',
    method: 'GET',
    path: '/assets.getUnmappedFields',
    access: configuring,
  },
} as const satisfies Record<string, RouteSpec>
