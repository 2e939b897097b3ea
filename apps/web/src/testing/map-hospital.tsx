import { render } from '@testing-library/react'
import type { Geofence, MapConnection, MapLanes, MonitorMark, RoomOutline } from '@wardtrack/contracts'
import { RouterProvider } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { createConsoleRouter } from '../app/router.tsx'
import { queryClient } from '../lib/query-client.ts'
import { stubCanvases } from '../map-engine/testing/fake-canvas.ts'
import { fakeServer, liveBody, refusal } from './fake-server.ts'
import { sampleMapping } from './sample-assets.ts'

const everyPage = [
  '/geofencing',
  '/geofencelist',
  '/map-marking',
  '/view-map',
  '/map-import',
  '/hierarchy-list-two',
]

/** Initial content of the hospital. */
export interface MapHospital {
  readonly fences?: Geofence[]
  readonly marks?: MonitorMark[]
  readonly rooms?: RoomOutline[]
  readonly lanes?: MapLanes
  readonly connections?: MapConnection[]
  readonly allowedRoutes?: string[]
  readonly patientDataAccess?: boolean
}

/** Creates a hospital with one map, `m3` of 64 × 40 m on 1600 × 1000 px, that keeps saved changes. */
export function mapHospital({
  fences = [],
  marks = [],
  rooms = [],
  lanes = { mapId: 'm3', lanes: [], stops: [], revision: '0' },
  connections = [],
  allowedRoutes = everyPage,
  patientDataAccess = false,
}: MapHospital) {
  const live = liveBody()
  const types: string[] = []
  const map = { mapId: 'm3', name: 'Tower A · Level 3', refName: '', xDimension: 64, yDimension: 40 }
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({ pages: { geofencing: { title: 'Geofencing', help: '' } } }),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess }),
    '/api/files/count': () => ({ count: 1 }),
    '/api/live': () => live.response(),
    '/api/asset.getMetaDataMapping': () => ({
      ...sampleMapping(),
      _aliases: { Equipment: 'Devices', Clinician: 'Clinicians', Patient: 'Patients' },
    }),
    '/location/api/location.getMap/m3': () => ({
      ...map,
      source: 'upload',
      width: 1600,
      height: 1000,
      dimensionsAssumed: false,
    }),
    '/var/uploads/images/Maps/m3.jpg': () => new Response('jpeg'),
    '/location/api/geofence/get': () => ({ data: fences }),
    '/location/api/geofence/get/m3': () => ({ data: fences }),
    '/location/api/geofence/add': ({ body }) => {
      fences.push({ ...(body as Geofence), _id: `f-${fences.length + 1}` })
      return { err: 0, message: 'Geofence Saved!', ...fences.at(-1) }
    },
    '/api/settings/getGeofenceSettings': () => ({ Fields: { GeofenceTypes: types } }),
    '/api/settings/create': ({ body }) => {
      const { Fields } = body as { Fields: { GeofenceTypes?: string[] } }
      types.splice(0, types.length, ...(Fields.GeofenceTypes ?? types))
      return { err: 0, message: 'Setting Updated', data: body }
    },
    '/api/settings/getSettings': ({ body }) => ({ status: 0, data: { ...(body as object), Fields: {} } }),
    '/api/settings/getAddedLocationProviders': () => ['centrak', 'cisco'],
    '/location/api/hierarchy/markedMonitors/get/m3': () => ({ data: marks }),
    '/location/api/hierarchy/roomOutlines/m3': () => ({ data: rooms, count: rooms.length }),
    '/location/api/hierarchy/mapLanes/m3': ({ body }) => {
      if (!body) return { data: lanes }
      if ((body as MapLanes).revision !== lanes.revision)
        return refusal(409, 'conflict', 'Somebody else has changed this in the meantime.')
      Object.assign(lanes, body, { revision: `${lanes.revision}+` })
      return { err: 0, message: 'Lanes saved.', data: lanes }
    },
    '/location/api/hierarchy/connections': () => ({ data: connections }),
    '/location/api/provider/saveHierarchies': ({ body }) => {
      for (const mark of body as MonitorMark[]) {
        const at = marks.findIndex(({ hierarchyId }) => hierarchyId === mark.hierarchyId)
        marks.splice(at < 0 ? marks.length : at, at < 0 ? 0 : 1, mark)
      }
      return { err: 0, message: 'Monitor Marked Successfully!', data: body }
    },
    '/location/api/hierarchy/getLocationHierarchyById/h3': () => ({
      data: {
        _id: 'h3',
        hierarchyId: 'h3',
        mapId: 'm3',
        fullName: ['Northfield General', 'Tower A', 'Level 3'],
        fullDisplayName: 'Northfield General>Tower A>Level 3',
      },
    }),
  })
  for (const { _id } of fences) serveFence(server.handlers, fences, _id)
  for (const { hierarchyId } of marks)
    server.handlers[`/location/api/hierarchy/markedMonitors/${hierarchyId}`] = () => {
      marks.splice(
        marks.findIndex((mark) => mark.hierarchyId === hierarchyId),
        1,
      )
      return { err: 0, message: 'Monitor removed.' }
    }
  return { ...server, live, fences, marks, lanes, types }
}

function serveFence(
  handlers: ReturnType<typeof fakeServer>['handlers'],
  fences: Geofence[],
  id: string,
): void {
  const at = (): number => fences.findIndex(({ _id }) => _id === id)
  handlers[`/location/api/geofence/update/${id}`] = ({ body }) => {
    if (at() < 0) return refusal(404, 'not_found', 'Not found.')
    fences[at()] = { ...(body as Geofence), _id: id }
    return { err: 0, message: 'Geofence Saved!', data: fences[at()] }
  }
  handlers[`/location/api/geofence/delete/${id}`] = () => {
    fences.splice(at(), 1)
    return { err: 0, message: 'Geofence deleted.' }
  }
}

/** Opens an address as the signed-in nurse. */
export function openPage(path: string): void {
  localStorage.setItem('AccessToken', 'tok_1')
  localStorage.setItem('userName', 'm.okafor')
  localStorage.setItem('sessionId', 's-1')
  window.location.hash = path
  render(<RouterProvider router={createConsoleRouter()} />)
}

/** Installs canvases that draw nothing, and a layout of 1000 × 600 for maps. */
export function layMapsOut(): void {
  let restore = (): void => {}
  beforeEach(() => {
    queryClient.clear()
    restore = stubCanvases()
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 1000 }))
  })
  afterEach(() => {
    restore()
    vi.restoreAllMocks()
  })
}
