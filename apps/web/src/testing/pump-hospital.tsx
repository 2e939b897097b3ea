import { render, screen } from '@testing-library/react'
import type { Dashboard } from '@wardtrack/contracts'
import { RouterProvider } from 'react-router'
import { createConsoleRouter } from '../app/router.tsx'
import { fakeServer, liveBody } from './fake-server.ts'
import { sampleMapping, samplePump } from './sample-assets.ts'

const otherPump = () =>
  samplePump({ AssetId: 'IP-0388', Fields: { ...samplePump().Fields, AssetName: 'Infusion Pump 0388' } })

/** Creates an unchanged dashboard with three tiles. */
export const sampleDashboard = (more: Partial<Dashboard> = {}): Dashboard => ({
  tiles: [
    { tile: 'device-counts', size: 'medium' },
    { tile: 'weak-batteries', size: 'large' },
    { tile: 'devices-by-floor', size: 'large' },
  ],
  source: 'product',
  available: ['device-counts', 'weak-batteries', 'devices-by-floor', 'find-nearest'],
  maySetDefault: false,
  isDefaultSet: false,
  defaultRevision: '0',
  ...more,
})

/** Creates a hospital with two recently seen pumps; handlers can be replaced. */
export function pumpHospital(allowedRoutes = ['/devices', '/asset-detail']) {
  const live = liveBody()
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({
      pages: { devices: { title: 'Devices', help: 'What devices are.' } },
    }),
    '/api/user/verify': () => ({
      err: 0,
      verify: true,
      message: 'Signed in.',
      AccessToken: 'tok_1',
      username: 'm.okafor',
      sessionId: 's-1',
      patientDataAccess: false,
    }),
    '/api/user/logout': () => ({ err: 0, message: 'Signed out.' }),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess: false }),
    '/api/files/count': () => ({ count: 1 }),
    '/api/asset.getMetaDataMapping': () => sampleMapping(),
    '/api/dashboard': () => ({ data: sampleDashboard() }),
    '/api/filters/getFiltersForUser': () => ({ data: [] }),
    '/api/assets.filter': () => ({ assets: [samplePump(), otherPump()], maxAssets: 11 }),
    '/api/assets.getById': () => ({ data: samplePump() }),
    '/api/asset.getAssetMappingById': () => ({ Mapping: [] }),
    '/api/assets.getfilterMap': () => [],
    '/api/assets.MapsPointer': () => ({ data: [], AssetIds: [], truncated: false }),
    '/location/api/location.getLocationHistory': () => ({ assets: [], maxAssets: 0 }),
    '/status/api/deviceStatus.history': () => ({ assets: [], maxAssets: 0 }),
    '/api/live': () => live.response(),
  })
  return { ...server, live }
}

/** Signs the nurse in, as an earlier login would. */
export function signIn(): void {
  localStorage.setItem('AccessToken', 'tok_1')
  localStorage.setItem('userName', 'm.okafor')
  localStorage.setItem('sessionId', 's-1')
}

/** Opens an address of the console. */
export function openConsole(path: string): void {
  window.location.hash = path
  render(<RouterProvider router={createConsoleRouter()} />)
}

/** Waits until live events reach the page; events sent earlier are lost. */
export const isLive = () => screen.findByText('Live', { selector: 'header *' })
