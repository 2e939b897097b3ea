import { createApiService } from '@wardtrack/api'
import { type Call, type CallName, calls, PAGES } from '@wardtrack/contracts'
import { CallError, createClient } from '@wardtrack/contracts/client'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { type Headers, openTestApp, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addPast, publishLiveEvents } from './testing/patient-past.ts'
import {
  CONFIGURING,
  fenceForEverybody,
  fenceForPatients,
  hiddenPatient,
  type Ids,
  MAP,
  NOTHING_TO_HIDE,
  patient,
  REQUESTS,
  type Request,
  reportOnEquipment,
  reportOnPatients,
  ruleForPatients,
  SECRET,
} from './testing/patient-requests.ts'
import { TESTED_APART } from './testing/tested-apart.ts'

const callsOfAssets = (Object.entries(calls) as [CallName, Call][])
  .filter(([, call]) => call.patient)
  .map(([name]) => name)

let app: TestApp
let url: string
let ids: Ids
let nurse: Headers

beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
  url = app.url
  const pages = PAGES.filter((page) => !CONFIGURING.includes(page))
  nurse = await app.people.signIn({ username: 'without the flag', pages })
  await admitPatient()
})
afterAll(() => app.close())

async function push(path: string, items: readonly object[], accepted = items.length): Promise<void> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...app.people.key, 'content-type': 'application/json' },
    body: JSON.stringify(items),
  })
  expect(await answer.json()).toMatchObject({ accepted })
}

/**
 * Creates a hospital with one patient: on a map, in a geofence, linked, with a history, an alert and refused events.
 */
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
    { AssetType: 'Clinician', AssetId: 'C-2', AssetName: 'Brown' },
  ])
  await clientOf(app.people.admin).call('createCustomTag', { body: { newCustomTag: 'Loan' } })
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
  const { data: rule } = await client.call('createNotificationRule', { body: ruleForPatients })
  await push('/api/ingest/assets', [{ ...patient, Status: 'Zebulon' }])
  const notification = await vi.waitFor(
    async () => {
      const found = await app.parts.db.models.notifications.findOne({ rule: rule._id })
      if (!found) throw new Error('the notification is not there yet')
      return found._id
    },
    { timeout: 20_000 },
  )
  await addPast(app.parts.db)
  const refused = { ...patient, 'PT-SECRET:': 1 }
  await push('/api/ingest/assets', [refused], 0)
  await push('/location/api/ingest/locations', [{ ...patient, mapId: 'PT-SECRET', x: 1, y: 1 }], 0)
  await push('/status/api/ingest/device-status', [{ ...patient, DeviceStatus: 'Zebulon' }], 0)
  const letterIds = async (endpoint: string) =>
    (await app.parts.db.driver.deadLetters.find({ endpoint }).toArray()).map(({ _id }) => _id)
  const { data: report } = await client.call('createCustomReport', { body: reportOnPatients })
  const { data: heatReport } = await client.call('createCustomReport', { body: reportOnEquipment })
  ids = {
    fence: fence._id,
    report: report._id,
    heatReport: heatReport._id,
    statusJob: (await changeStatus(app.people.admin)).job?.id ?? '',
    filter: await saveFilter(app.people.admin, { displayName: 'Zebulon', criteria: [hiddenPatient] }),
    alert,
    equipmentAlert,
    rule: rule._id,
    notification,
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

/** Sets the status of the patient and of a pump. */
const changeStatus = (headers: Headers) =>
  clientOf(headers).call('changeBulkStatus', {
    body: { keys: ['Patient:PT-SECRET', 'Equipment:E-1'], status: 'active' },
  })

/** Shares a filter on the devices page. @returns its id */
async function saveFilter(
  headers: Headers,
  filter: { displayName: string; criteria: Record<string, unknown>[] },
): Promise<string> {
  const body = { ...filter, showOn: 'devices', share: true }
  return (await clientOf(headers).call('createFilter', { body })).data.filterId
}

/** Returns status and answer of a call; for a refusal, without the parts that differ each time. */
async function answerOf(name: CallName, request: Request, headers: Headers) {
  try {
    const body: unknown = await clientOf(headers).call(name, request as never)
    return { status: 200, text: JSON.stringify(body) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { status: error.status, text: JSON.stringify({ ...error.body, requestId: '' }) }
  }
}

test('has a request here for every call under the rule', () => {
  expect([...Object.keys(REQUESTS), ...TESTED_APART].sort()).toEqual([...callsOfAssets].sort())
})

describe('without the patient-data flag', () => {
  test.each(Object.keys(REQUESTS) as CallName[])('%s reveals nothing about a patient', async (name) => {
    const requests = REQUESTS[name]?.(ids) ?? []
    for (const request of Array.isArray(requests) ? requests : [requests]) {
      const without = await answerOf(name, request, nurse)
      const withFlag = await answerOf(name, request, app.people.admin)
      // Otherwise the request would prove nothing.
      expect(withFlag.status).toBe(200)
      const isTelling = SECRET.test(withFlag.text) || without.status >= 400
      expect(isTelling || NOTHING_TO_HIDE.includes(name), `${name} has something to hide`).toBe(true)
      expect(without.text).not.toMatch(SECRET)
    }
  })

  test('saved filters reveal nothing about a patient, not even by a taken name', async () => {
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

  test('a bulk change of status skips patients without revealing them', async () => {
    expect(await changeStatus(app.people.admin)).toMatchObject({ matched: 2 })
    const { job, ...answer } = await changeStatus(nurse)
    expect(answer).toMatchObject({ matched: 1, changed: 0 })
    const visible = await clientOf(nurse).call('listJobs', { query: { kind: 'assets.status' } })
    expect(visible.data.map(({ id }) => id)).toEqual([job?.id])
    const refused = await answerOf('readJob', { params: { id: ids.statusJob } }, nurse)
    expect(refused.status).toBe(404)
  })

  test('an export reveals nothing about a patient', async () => {
    const read = async (headers: Headers, body: Record<string, unknown>): Promise<string> =>
      (await clientOf(headers).open('exportCsv', { params: { page: 'devices' }, body })).text()
    for (const body of [{}, { search: 'zebulon' }, { AssetType: 'Patient' }]) {
      expect(await read(app.people.admin, body)).toMatch(/PT-SECRET.*Zebulon/)
      expect(await read(nurse, body)).not.toMatch(/PT-SECRET|Zebulon|Patient/)
    }
  })

  test('the live stream reveals nothing about a patient', async () => {
    const [without, withFlag] = await Promise.all(
      [nurse, app.people.admin].map((headers) => readLive(headers)),
    )
    expect(withFlag).toMatch(SECRET)
    expect(without).toContain('E-1')
    expect(without).not.toMatch(SECRET)
  })
})

/** Returns the stream's events about new places of a patient and a pump, and about the patient's alert. */
async function readLive(headers: Headers): Promise<string> {
  const abort = new AbortController()
  const response = await clientOf(headers).open('live', { signal: abort.signal })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.includes('event: hello') && !text.includes('E-1')) publishLiveEvents(app.parts.bus)
    if (text.includes('E-1') && text.includes('"reports"')) break
  }
  abort.abort()
  return text
}
