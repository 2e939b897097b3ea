import { render } from '@testing-library/react'
import type { GeofenceAlert } from '@wardtrack/contracts'
import { RouterProvider } from 'react-router'
import { createConsoleRouter } from '../../../app/router.tsx'
import { fakeServer, liveBody, refusal, type SeenRequest } from '../../../testing/fake-server.ts'
import { sampleMapping } from '../../../testing/sample-assets.ts'

const matching = (alerts: readonly GeofenceAlert[], { query }: SeenRequest): GeofenceAlert[] => {
  const [status, text] = [query.get('status'), query.get('filterData')?.toLowerCase() ?? '']
  return alerts.filter(
    (alert) =>
      (status === null || alert.status === status) &&
      `${alert.LinkedGeofence.Name} ${alert.AssetThen.AssetName}`.toLowerCase().includes(text),
  )
}

const pageOf = (all: readonly GeofenceAlert[], { query }: SeenRequest) => {
  const [size, page] = [Number(query.get('pagesize')), Number(query.get('page'))]
  return { fetchedAlerts: all.slice((page - 1) * size, page * size), totalAlerts: all.length }
}

/** Creates a hospital whose alerts a test changes in `alerts`, newest first. Handlers can be replaced. */
export function alertsHospital(
  alerts: GeofenceAlert[],
  allowedRoutes = ['/geofence-alerts', '/asset-detail'],
) {
  const live = liveBody()
  const map = { mapId: 'm3', name: 'Tower A · Level 3', xDimension: 64, yDimension: 40 }
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({
      pages: { 'geofence-alerts': { title: 'Geofence Alerts', help: '' } },
    }),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess: false }),
    '/api/files/count': () => ({ count: 1 }),
    '/api/asset.getMetaDataMapping': () => sampleMapping(),
    '/api/live': () => live.response(),
    '/location/api/geofence/alerts': (request) => pageOf(matching(alerts, request), request),
    '/location/api/location.getMap/m3': () => ({ ...map, width: 1600, height: 1000 }),
    '/var/uploads/images/Maps/m3.jpg': () => new Response('jpeg'),
  })
  const serve = (alert: GeofenceAlert): void => {
    const path = `/location/api/geofence/alert/${alert.id}`
    server.handlers[path] = () => {
      const now = alerts.find(({ id }) => id === alert.id)
      return now ? { data: now } : refusal(404, 'not_found', 'There is no such alert.')
    }
  }
  for (const alert of alerts) serve(alert)
  /** Stores an alert or its new status, and sends its event. */
  const sendAlert = (alert: GeofenceAlert): void => {
    const at = alerts.findIndex(({ id }) => id === alert.id)
    if (at === -1) alerts.unshift(alert)
    else alerts[at] = alert
    serve(alert)
    live.send('geofence.alert', alert)
  }
  return { ...server, live, sendAlert }
}

/** Opens an address as the signed-in nurse. */
export function openConsole(path: string): void {
  localStorage.setItem('AccessToken', 'tok_1')
  localStorage.setItem('userName', 'm.okafor')
  localStorage.setItem('sessionId', 's-1')
  window.location.hash = path
  render(<RouterProvider router={createConsoleRouter()} />)
}
