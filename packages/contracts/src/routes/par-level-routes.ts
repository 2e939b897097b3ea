import { pages, type RouteSpec } from './route-spec.ts'

const settings = { service: 'api', access: pages(['par-settings']) } as const
/** Addresses of the calls of PAR levels. */
export const parLevelRoutes = {
  parLevels: { ...settings, method: 'GET', path: '/parLevels' },
  parLevelPlaces: { ...settings, method: 'GET', path: '/parLevels/places' },
  parLevel: { ...settings, method: 'GET', path: '/parLevels/{id}' },
  saveParLevel: { ...settings, method: 'POST', path: '/parLevels' },
  removeParLevel: { ...settings, method: 'DELETE', path: '/parLevels/{id}' },
} as const satisfies Record<string, RouteSpec>
