import { createApiService } from '@wardtrack/api'
import { type CallName, PAGES } from '@wardtrack/contracts'
import { CallError, createClient } from '@wardtrack/contracts/client'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Request } from './testing/patient-requests.ts'

const PUMP = { AssetType: 'Equipment', AssetId: 'P-1' }
const BEGIN = '0000-01-01T00:00:00.000Z'
const END = '9999-12-31T23:59:59.999Z'
/** The first and last moments of four-digit years, in two opposite time zones. */
const FARTHEST = [BEGIN, '0000-01-01T00:00:00+14:00', END, '9999-12-31T23:59:59-14:00']
/** Dates that JavaScript supports but a four-digit year cannot express, and dates that do not exist. */
const NONE = [
  '+275760-09-13T00:00:00.000Z',
  '275760-09-13T00:00:00.000Z',
  '-000001-12-31T00:00:00.000Z',
  '0000-00-00T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '9999-12-31T24:00:00.000Z',
]

/** A period of a call, at its path in the request. */
type Period = { startDate?: string; endDate?: string }
const RANGES: Partial<Record<CallName, (period: Period) => Request>> = {
  getLocationHistory: (createdAt) => ({ body: { assetId: 'P-1', createdAt } }),
  deviceStatusHistory: (createdAt) => ({ body: { deviceId: 'P-1', createdAt } }),
  getVisits: (createdAt) => ({ body: { assetId: 'P-1', createdAt } }),
  getTrail: (createdAt) => ({ body: { assetId: 'P-1', createdAt } }),
  deviceStateStretches: (createdAt) => ({ body: { assetId: 'P-1', createdAt } }),
  geofenceAlerts: (query) => ({ query }),
  listAudit: ({ startDate: from, endDate: to }) => ({
    query: { ...(from ? { from } : {}), ...(to ? { to } : {}), action: 'POST /user/verify' },
  }),
}
/** Lists whose criteria contain a time of each asset. */
const LISTS: Partial<Record<CallName, (condition: object) => Request>> = {
  assetsFilter: (condition) => ({ body: [condition] }),
  assetsList: (condition) => ({ body: { query: [condition] } }),
}
/** Reports whose criteria contain their period. */
const REPORTS: [CallName, (condition: object) => Request][] = [
  ...(['getAlertReport', 'getAlarmReport', 'pumpMovement', 'getStatusVsTimeReport'] as const).map(
    (name): [CallName, (condition: object) => Request] => [name, (condition) => ({ body: [condition] })],
  ),
  ...PAGES.map((page): [CallName, (condition: object) => Request] => [
    'readReport',
    (condition) => ({ params: { page }, body: [condition] }),
  ]),
]

let app: TestApp
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
  const { url } = app
  client = createClient({
    bases: { api: `${url}/api`, location: `${url}/location/api`, status: `${url}/status/api` },
    headers: () => app.people.admin,
  })
  const push = async (path: string, item: object) => {
    const headers = { ...app.people.key, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify([item]) })
    return (await answer.json()) as { accepted: number; errors: { code: string }[] }
  }
  pushed = push
  await push('/location/api/ingest/hierarchies', {
    hierarchyId: 'room',
    fullName: ['Site', 'Room'],
    mapId: 'm1',
    map: { name: 'Ground', xDimension: 50, yDimension: 30 },
  })
  await push('/api/ingest/assets', { ...PUMP, AssetName: 'Pump' })
  await push('/location/api/ingest/locations', { ...PUMP, mapId: 'm1', x: 1, y: 1 })
  await push('/status/api/ingest/device-status', { ...PUMP, DeviceStatus: 'comm-status-online' })
})
let pushed: (path: string, item: object) => Promise<{ accepted: number; errors: { code: string }[] }>
afterAll(() => app.close())

/** Returns the answer of a call: 200 with its body, or the status and code of its refusal. */
async function answerOf(name: CallName, request: Request): Promise<[number, unknown]> {
  try {
    return [200, await client.call(name, request as never)]
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return [error.status, error.body?.code]
  }
}

describe.each(Object.entries(RANGES))('%s', (name, requestOf) => {
  test('answers the period from first to last moment as if there were no period', async () => {
    const whole = await answerOf(name as CallName, requestOf({}))
    expect(whole[0]).toBe(200)
    for (const period of [
      { startDate: BEGIN },
      { endDate: END },
      { startDate: FARTHEST[1] ?? '', endDate: FARTHEST[3] ?? '' },
    ])
      expect(await answerOf(name as CallName, requestOf(period))).toEqual(whole)
  })

  test('is empty before and after that period, and refuses invalid moments', async () => {
    for (const period of [{ endDate: BEGIN }, { startDate: END }]) {
      const [status, body] = await answerOf(name as CallName, requestOf(period))
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/"P-1"|comm-status|"mapId":"m1"/)
    }
    for (const moment of NONE)
      for (const period of [{ startDate: moment }, { endDate: moment }])
        expect([moment, await answerOf(name as CallName, requestOf(period))]).toEqual([
          moment,
          [400, 'validation'],
        ])
  })
})

describe.each(Object.entries(LISTS))('%s', (name, requestOf) => {
  test('finds everything between the first and the last moment, and nothing outside', async () => {
    const whole = await answerOf(name as CallName, requestOf({}))
    for (const createdAt of [
      { $gte: BEGIN },
      { $lt: END },
      { $gte: FARTHEST[1], $lt: FARTHEST[3] },
      { startDate: BEGIN, endDate: END },
    ])
      expect(await answerOf(name as CallName, requestOf({ createdAt }))).toEqual(whole)
    for (const createdAt of [{ $lt: BEGIN }, { $gte: END }, BEGIN])
      expect(JSON.stringify(await answerOf(name as CallName, requestOf({ createdAt })))).not.toContain('P-1')
  })

  test('refuses invalid moments', async () => {
    for (const moment of NONE)
      for (const createdAt of [{ $gte: moment }, { endDate: moment }, moment, [moment]])
        expect([createdAt, await answerOf(name as CallName, requestOf({ createdAt }))]).toEqual([
          createdAt,
          [400, 'invalid_criteria'],
        ])
  })
})

test.each(REPORTS)(
  '%s answers or refuses the farthest periods without an internal error',
  async (name, requestOf) => {
    if ((await answerOf(name, requestOf({})))[0] !== 200) return
    const periods = FARTHEST.flatMap((moment) => [
      { $gte: moment },
      { $lt: moment },
      { $gte: moment, $lt: moment },
      { $gte: BEGIN, $lt: moment },
    ])
    for (const createdAt of periods) {
      const [status, code] = await answerOf(name, requestOf({ createdAt }))
      expect([createdAt, status === 200 || code === 'validation' || code === 'invalid_criteria']).toEqual([
        createdAt,
        true,
      ])
    }
    for (const moment of NONE)
      expect([moment, (await answerOf(name, requestOf({ createdAt: { $gte: moment } })))[0]]).toEqual([
        moment,
        400,
      ])
  },
)

test('refuses events of the year zero as too old and of the last year as future', async () => {
  const codes = async (time: string) => {
    const location = await pushed('/location/api/ingest/locations', {
      ...PUMP,
      mapId: 'm1',
      x: 2,
      y: 2,
      time,
    })
    const state = await pushed('/status/api/ingest/device-status', {
      ...PUMP,
      DeviceStatus: 'comm-status-offline',
      time,
    })
    return [location, state].map(({ accepted, errors }) => [accepted, errors[0]?.code])
  }
  for (const time of FARTHEST.slice(0, 2))
    expect(await codes(time)).toEqual([
      [0, 'time_too_old'],
      [0, 'time_too_old'],
    ])
  for (const time of FARTHEST.slice(2))
    expect(await codes(time)).toEqual([
      [0, 'time_in_future'],
      [0, 'time_in_future'],
    ])
  for (const time of NONE)
    expect(await codes(time)).toEqual([
      [0, 'validation'],
      [0, 'validation'],
    ])
  const [, stored] = await answerOf('assetGetById', { query: { assetType: 'Equipment', assetId: 'P-1' } })
  expect(stored).toMatchObject({ data: { CurrentLocation: { xCenterPoint: expect.any(Number) } } })
  const history = await answerOf('getLocationHistory', { body: { assetId: 'P-1' } })
  expect(history[1]).toMatchObject({ maxAssets: 1 })
})
