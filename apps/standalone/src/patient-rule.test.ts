import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiService } from '@wardtrack/api'
import { type Call, type CallName, calls, PAGES } from '@wardtrack/contracts'
import { CallError, createClient } from '@wardtrack/contracts/client'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { type Headers, openTestApp, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

/** What nobody without the flag may be told: the patient's id, names that only the patient's things have, the type. */
const SECRET = /PT-SECRET|Zebulon|"Patient"/
const MAP = { xDimension: 50, yDimension: 30 }

type Request = { params?: object; query?: object; body?: object }
/** Finds out what a request needs to name: ids that the store gave. */
type RequestOf = (ids: Ids) => Request | Request[]
type Ids = {
  fence: string
  /** a shared filter that names patients */
  filter: string
  alert: string
  /** of equipment that is linked with the patient, in a geofence that is for patients too */
  equipmentAlert: string
  letters: Record<'api' | 'location' | 'status', string[]>
}

const patient = { AssetType: 'Patient', AssetId: 'PT-SECRET' }
const hiddenPatient = { AssetType: 'Patient', 'CurrentLocation.mapId': 'zebulon' }
const fenceForPatients = {
  Name: 'Zebulon',
  Type: 'Safe',
  AssetTypes: ['Patient'],
  MapId: 'zebulon',
  Coordinates: { x: 1, y: 1, x2: 9, y2: 9 },
  EntryTrigger: true,
  ExitTrigger: false,
}

const fenceForEverybody = {
  ...fenceForPatients,
  Name: 'Doorway',
  AssetTypes: ['Equipment', 'Patient'],
  MapId: 'shared',
  Coordinates: { x: 1, y: 1, x2: 19, y2: 19 },
}

/** A sample that names the patient by a tag of whom only the store knows. */
const preview = (member: string) => ({
  body: { provider: 'acme', expression: `{ "tagId": "t-1", "${member}": at }`, sample: '{ "at": "room" }' },
})

/**
 * A request of each call under the rule that would tell of the patient: in its answer, or by not being refused. In this
 * order: what deletes or closes something comes last.
 */
const REQUESTS: Partial<Record<CallName, RequestOf>> = {
  assetGetById: () => [
    { query: { assetType: 'Patient', assetId: 'PT-SECRET' } },
    { query: { assetType: 'Equipment', assetId: 'E-1' } },
  ],
  assetsFilter: () => [{ body: {} }, { body: { search: 'zebulon' } }, { body: { AssetType: 'Equipment' } }],
  getFilterOption: () => ({}),
  getMetaDataMapping: () => ({}),
  getUnmappedFields: () => ({}),
  getAssetMappingById: () => [{ body: { Patient: 'PT-SECRET' } }, { body: { Equipment: 'E-1' } }],
  assetsList: () => ({ body: { projection: ['Fields'] } }),
  saveHomeLocation: () => ({ body: { ...patient, level: 'Site' } }),
  getLocationHistory: () => [
    { body: { assetId: 'PT-SECRET' } },
    { body: { assetId: 'PT-SECRET', assetType: 'Patient' } },
  ],
  deviceStatusHistory: () => [
    { body: { deviceId: 'PT-SECRET' } },
    { body: { deviceId: 'PT-SECRET', assetType: 'Patient' } },
  ],
  getfilterMap: () => [{ body: {} }, { body: hiddenPatient }],
  mapsPointer: () => [
    { body: hiddenPatient },
    { body: { AssetType: 'Equipment', 'CurrentLocation.mapId': 'shared' } },
  ],
  mapsPointerAllAssets: () => [
    { body: { 'CurrentLocation.mapId': 'zebulon' } },
    { body: { 'CurrentLocation.mapId': 'shared' } },
  ],
  geofences: () => ({}),
  geofencesOfMap: () => [{ params: { mapId: 'zebulon' } }, { params: { mapId: 'shared' } }],
  geofenceAlerts: () => [
    { query: {} },
    { query: { filterData: 'zebulon' } },
    { query: { filterData: 'pump' } },
  ],
  geofenceAlert: ({ alert, equipmentAlert }) => [
    { params: { id: alert } },
    { params: { id: equipmentAlert } },
  ],
  addGeofence: () => ({ body: { ...fenceForPatients, Name: 'Another' } }),
  changeGeofence: ({ fence }) => ({ params: { id: fence }, body: fenceForPatients }),
  acknowledgeGeofenceAlert: ({ alert }) => ({ params: { id: alert }, body: {} }),
  resolveGeofenceAlert: ({ alert }) => ({ params: { id: alert }, body: {} }),
  updateFilter: ({ filter }) => ({ params: { filterId: filter }, body: { showMe: true } }),
  deleteFilter: ({ filter }) => ({ params: { filterId: filter } }),
  deleteGeofence: ({ fence }) => ({ params: { id: fence } }),
  apiDeadLetters: () => ({ query: {} }),
  locationDeadLetters: () => ({ query: {} }),
  statusDeadLetters: () => ({ query: {} }),
  apiDeadLetter: ({ letters }) => letters.api.map((id) => ({ params: { id } })),
  locationDeadLetter: ({ letters }) => letters.location.map((id) => ({ params: { id } })),
  statusDeadLetter: ({ letters }) => letters.status.map((id) => ({ params: { id } })),
  previewLocations: () => preview('mapId'),
  previewDeviceStatus: () => preview('DeviceStatus'),
  apiReplay: ({ letters }) => ({ body: { ids: letters.api } }),
  locationReplay: ({ letters }) => ({ body: { ids: letters.location } }),
  statusReplay: ({ letters }) => ({ body: { ids: letters.status } }),
  apiMendDeadLetter: ({ letters }) =>
    letters.api.map((id) => ({ params: { id }, body: { item: { ...patient, AssetName: 'Zebulon' } } })),
  locationMendDeadLetter: ({ letters }) =>
    letters.location.map((id) => ({
      params: { id },
      body: { item: { ...patient, mapId: 'zebulon', x: 1, y: 1 } },
    })),
  statusMendDeadLetter: ({ letters }) =>
    letters.status.map((id) => ({
      params: { id },
      body: { item: { ...patient, DeviceStatus: 'comm-status-online' } },
    })),
}
/** The same handler as apiReplay; what is wrong with these items is told in the words of the contract alone. */
const NOTHING_TO_HIDE: readonly CallName[] = [
  'locationReplay',
  'statusReplay',
  // No asset is looked up: what comes out is what was sent.
  'previewLocations',
  'previewDeviceStatus',
]
/** Whoever configures the mapping is shown the fields of patients, which are no patient data. */
const CONFIGURING = ['metadata-mappings', 'encryption-setting']

/**
 * Tested on their own: below what is no JSON and the filters of one person, with their feature the audit log, which names assets by internal ids, and
 * the backup, which is all or nothing.
 */
const TESTED_APART: readonly CallName[] = [
  'live',
  'exportCsv',
  'listAudit',
  'exportAudit',
  'downloadBackup',
  'getFiltersForUser',
  'createFilter',
]

const callsOfAssets = (Object.entries(calls) as [CallName, Call][])
  .filter(([, call]) => call.patient)
  .map(([name]) => name)

let app: TestApp
let url: string
let ids: Ids
let nurse: Headers
let stopListening: () => void

beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
  const server = createServer(app.app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stopListening = () => {
    server.closeAllConnections()
    server.close()
  }
  const pages = PAGES.filter((page) => !CONFIGURING.includes(page))
  nurse = await app.people.signIn({ username: 'without the flag', pages })
  await admitPatient()
})
afterAll(async () => {
  stopListening()
  await app.close()
})

async function push(path: string, items: readonly object[], accepted = items.length): Promise<void> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...app.people.key, 'content-type': 'application/json' },
    body: JSON.stringify(items),
  })
  expect(await answer.json()).toMatchObject({ accepted })
}

/** A hospital with one patient: on a map, in a geofence, linked, with a history, an alert and refused events. */
async function admitPatient(): Promise<void> {
  await push('/location/api/ingest/hierarchies', [
    { hierarchyId: 'site', fullName: ['Site'] },
    { hierarchyId: 'room', fullName: ['Site', 'Room'], mapId: 'shared', map: { ...MAP, name: 'Shared' } },
    { hierarchyId: 'ward', fullName: ['Site', 'Ward'], mapId: 'zebulon', map: { ...MAP, name: 'Zebulon' } },
  ])
  await push('/api/ingest/assets', [
    { ...patient, AssetName: 'Zebulon', Quarters: 'Zebulon' },
    { AssetType: 'Equipment', AssetId: 'E-1', AssetName: 'Pump' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
  ])
  await push(
    '/api/ingest/associations',
    ['Equipment E-1', 'Clinician C-1'].map((name) => {
      const [AssetType, AssetId] = name.split(' ')
      return { from: { AssetType, AssetId }, to: patient, action: 'link' }
    }),
  )
  const client = clientOf(app.people.admin)
  const fence = await client.call('addGeofence', { body: fenceForPatients })
  await client.call('addGeofence', { body: fenceForEverybody })
  await push('/location/api/ingest/locations', [
    { ...patient, mapId: 'zebulon', x: 0.5, y: 0.5 },
    { AssetType: 'Equipment', AssetId: 'E-1', mapId: 'shared', x: 1, y: 1 },
  ])
  await push('/status/api/ingest/device-status', [{ ...patient, DeviceStatus: 'comm-status-online' }])
  const alertOf = (ofPatient: boolean): Promise<string> =>
    vi.waitFor(
      async () => {
        const found = await app.parts.db.models.geofenceAlerts.findOne({ ofPatient })
        if (!found) throw new Error('the alert is not there yet')
        return found._id
      },
      { timeout: 20_000 },
    )
  const [alert, equipmentAlert] = await Promise.all([alertOf(true), alertOf(false)])
  const refused = { ...patient, 'PT-SECRET:': 1 }
  await push('/api/ingest/assets', [refused], 0)
  await push('/location/api/ingest/locations', [{ ...patient, mapId: 'PT-SECRET', x: 1, y: 1 }], 0)
  await push('/status/api/ingest/device-status', [{ ...patient, DeviceStatus: 'Zebulon' }], 0)
  const letterIds = async (endpoint: string) =>
    (await app.parts.db.driver.deadLetters.find({ endpoint }).toArray()).map(({ _id }) => _id)
  ids = {
    fence: fence._id,
    filter: await saveFilter(app.people.admin, { displayName: 'Zebulon', criteria: [hiddenPatient] }),
    alert,
    equipmentAlert,
    letters: {
      api: await letterIds('assets'),
      location: await letterIds('locations'),
      status: await letterIds('device-status'),
    },
  }
  expect(ids.letters).toEqual({
    api: [expect.any(String)],
    location: [expect.any(String)],
    status: [expect.any(String)],
  })
}

const clientOf = (headers: Headers) =>
  createClient({
    bases: { api: `${url}/api`, location: `${url}/location/api`, status: `${url}/status/api` },
    headers: () => headers,
  })

/** Shares a filter on the devices page. @returns its id */
async function saveFilter(
  headers: Headers,
  filter: { displayName: string; criteria: Record<string, unknown>[] },
): Promise<string> {
  const body = { ...filter, showOn: 'devices', share: true }
  return (await clientOf(headers).call('createFilter', { body })).data.filterId
}

/** Status and answer of a call, a refusal's without what differs each time. */
async function answerOf(name: CallName, request: Request, headers: Headers) {
  try {
    const body: unknown = await clientOf(headers).call(name, request as never)
    return { status: 200, text: JSON.stringify(body) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { status: error.status, text: JSON.stringify({ ...error.body, requestId: '' }) }
  }
}

test('every call under the rule has a request here', () => {
  expect([...Object.keys(REQUESTS), ...TESTED_APART].sort()).toEqual([...callsOfAssets].sort())
})

describe('without the patient-data flag', () => {
  test.each(Object.keys(REQUESTS) as CallName[])('%s tells nothing of a patient', async (name) => {
    const requests = REQUESTS[name]?.(ids) ?? []
    for (const request of Array.isArray(requests) ? requests : [requests]) {
      const without = await answerOf(name, request, nurse)
      const withFlag = await answerOf(name, request, app.people.admin)
      // Else the request would prove nothing.
      expect(withFlag.status).toBe(200)
      const isTelling = SECRET.test(withFlag.text) || without.status >= 400
      expect(isTelling || NOTHING_TO_HIDE.includes(name), `${name} has something to hide`).toBe(true)
      expect(without.text).not.toMatch(SECRET)
    }
  })

  test('saved filters tell nothing of a patient, not by a name that is taken either', async () => {
    const textOf = async (headers: Headers, userName: string): Promise<string> => {
      const query = { userName, showOn: 'devices' }
      return JSON.stringify(await clientOf(headers).call('getFiltersForUser', { query }))
    }
    const shared = await saveFilter(app.people.admin, {
      displayName: 'Of Zebulon',
      criteria: [{ AssetType: ['Equipment', 'Patient'] }],
    })
    expect(await textOf(app.people.admin, 'admin')).toContain(shared)
    expect(await textOf(nurse, 'without the flag')).not.toMatch(SECRET)
    const named = { displayName: 'Of Zebulon', criteria: [{ AssetType: 'Equipment' }] }
    const saved = await saveFilter(nurse, named)
    expect(await textOf(nurse, 'without the flag')).toContain(saved)
  })

  test('an export tells nothing of a patient', async () => {
    const read = async (headers: Headers, body: Record<string, unknown>): Promise<string> =>
      (await clientOf(headers).open('exportCsv', { params: { page: 'devices' }, body })).text()
    for (const body of [{}, { search: 'zebulon' }, { AssetType: 'Patient' }]) {
      expect(await read(app.people.admin, body)).toMatch(/PT-SECRET.*Zebulon/)
      expect(await read(nurse, body)).not.toMatch(/PT-SECRET|Zebulon|Patient/)
    }
  })

  test('the live stream tells nothing of a patient', async () => {
    const [without, withFlag] = await Promise.all(
      [nurse, app.people.admin].map((headers) => readLive(headers)),
    )
    expect(withFlag).toMatch(SECRET)
    expect(without).toContain('E-1')
    expect(without).not.toMatch(SECRET)
  })
})

/** What a stream says of a patient's and a pump's new places and of the patient's alert. */
async function readLive(headers: Headers): Promise<string> {
  const abort = new AbortController()
  const response = await clientOf(headers).open('live', { signal: abort.signal })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.includes('event: hello') && !text.includes('E-1')) publishLiveEvents()
    if (text.includes('E-1') && text.includes('"reports"')) break
  }
  abort.abort()
  return text
}

function publishLiveEvents(): void {
  const { bus } = app.parts
  const CurrentLocation = { mapId: 'm', fullPath: {}, xCenterPoint: 1, yCenterPoint: 1 }
  const changed = [patient, { AssetType: 'Equipment', AssetId: 'E-1' }]
  bus.publish(
    'asset.location',
    changed.map((asset) => ({ ...asset, CurrentLocation })),
  )
  bus.publish(
    'asset.status',
    changed.map((asset) => ({ ...asset, Fields: {}, FieldTimes: {} })),
  )
  bus.publish('asset.changed', {
    changes: changed.map((asset) => ({ ...asset, change: 'tags' as const })),
    tagKeys: [],
  })
  bus.publish('config.changed', { what: 'reports' })
}
