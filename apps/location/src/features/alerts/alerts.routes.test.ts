import type { GeofenceAlert } from '@wardtrack/contracts'
import { BUS_GAP } from '@wardtrack/service-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'

let hospital: AlertTest

beforeAll(async () => {
  hospital = await openAlertTest()
})
beforeEach(() => hospital.reset())
afterAll(() => hospital.close())

const ids = (answer: { body: { fetchedAlerts: GeofenceAlert[] } }) =>
  answer.body.fetchedAlerts.map(({ id }) => id)

describe('the list', () => {
  test('returns nine alerts per page, newest first, with the exact total', async () => {
    const asset = await hospital.pump('P-1')
    const raised: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const { id } = await hospital.raise(asset)
      await hospital.parts.db.driver.geofenceAlerts.updateOne(
        { _id: id },
        { $set: { eventTime: new Date(n * 1_000) } },
      )
      raised.unshift(id)
    }
    const first = await hospital.list()
    expect([first.status, first.body.totalAlerts]).toEqual([200, 12])
    expect(ids(first)).toEqual(raised.slice(0, 9))
    expect(ids(await hospital.list({ page: 2 }))).toEqual(raised.slice(9))
    expect(ids(await hospital.list({ pagesize: 5, page: 2 }))).toEqual(raised.slice(5, 10))
    const pastLastPage = await hospital.list({ page: 9 })
    expect([ids(pastLastPage), pastLastPage.body.totalAlerts]).toEqual([[], 12])
  })

  test('filters by the time of the event, excluding the end, together with status and text', async () => {
    const asset = await hospital.pump('P-1')
    const raised: string[] = []
    for (let n = 0; n < 4; n += 1) {
      const { id } = await hospital.raise(asset)
      const eventTime = new Date(n * 1_000)
      await hospital.parts.db.driver.geofenceAlerts.updateOne({ _id: id }, { $set: { eventTime } })
      raised.unshift(id)
    }
    const [startDate, endDate] = [new Date(1_000).toISOString(), new Date(3_000).toISOString()]
    const within = await hospital.list({ startDate, endDate })
    expect([ids(within), within.body.totalAlerts]).toEqual([raised.slice(1, 3), 2])
    expect(ids(await hospital.list({ startDate }))).toEqual(raised.slice(0, 3))
    expect(ids(await hospital.list({ endDate, status: 'open', filterData: 'P-1' }))).toEqual(raised.slice(1))
    expect(ids(await hospital.list({ endDate, status: 'resolved' }))).toEqual([])
    const refused = await hospital.list({ startDate: endDate, endDate: startDate })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'endDate', message: 'The end is before the start.' }],
    ])
    expect((await hospital.list({ startDate: 'yesterday' })).status).toBe(400)
  })

  test('filters by status', async () => {
    const asset = await hospital.pump('P-1')
    const [open, taken, done] = [
      await hospital.raise(asset),
      await hospital.raise(asset),
      await hospital.raise(asset),
    ]
    await hospital.post(`alert/${taken.id}/acknowledge`)
    await hospital.post(`alert/${done.id}/resolve`)
    for (const [status, alertId] of [
      ['open', open],
      ['acknowledged', taken],
      ['resolved', done],
    ] as const) {
      const { body } = await hospital.list({ status })
      expect([body.totalAlerts, body.fetchedAlerts[0]?.id, body.fetchedAlerts[0]?.status]).toEqual([
        1,
        alertId.id,
        status,
      ])
    }
  })

  test('finds a literal text of any length in fence, asset and path, ignoring case', async () => {
    const asset = await hospital.pump('P-100', { AssetName: 'Pump (blue) alpha', SerialNo: 'SN-77' })
    const otherPump = await hospital.pump('Q-2')
    const fence = fenceDoc({ Name: 'Drug store', Type: 'Restricted' })
    const raised = await hospital.raise(asset, { fence })
    await hospital.raise(otherPump, {
      fence: fenceDoc({ Name: 'Exit', Type: 'Safe' }),
      location: { mapId: null, fullPath: { Level_1: 'Annex' }, xCenterPoint: null, yCenterPoint: null },
    })
    const texts = [
      'drug',
      'DRUG STORE',
      'stricte',
      'p-100',
      '(blue)',
      'sn-77',
      'northfield>tower',
      'northfield > tower',
      'Tower >',
      'Floor 1',
      'ue',
      'w',
      ' drug ',
    ]
    for (const filterData of texts)
      expect([filterData, ids(await hospital.list({ filterData }))]).toEqual([filterData, [raised.id]])
    for (const filterData of [
      'dr.g',
      'drugs',
      'storeRestricted',
      '.*',
      'P-1001',
      'x'.repeat(2_000),
      'z',
      'a\0',
      '\0',
    ])
      expect([filterData, ids(await hospital.list({ filterData }))]).toEqual([filterData, []])
    expect((await hospital.list({ filterData: '  ' })).body.totalAlerts).toBe(2)
    expect(ids(await hospital.list({ search: 'sn-77' }))).toEqual([raised.id])
    for (const search of ['[', '{"AssetId":"P-1"}', '[{"$where":"1"}]'])
      expect([
        search,
        (await hospital.list({ search })).status,
        ids(await hospital.list({ search })),
      ]).toEqual([search, 200, []])
  })

  test('applies criteria to the current state of the linked asset', async () => {
    const asset = await hospital.pump('P-1', { PrimaryCategory: 'Pump' })
    const raised = await hospital.raise(asset)
    await hospital.raise(await hospital.pump('B-1', { PrimaryCategory: 'Bed' }))
    const criteria = (conditions: unknown) => hospital.list({ filterData: JSON.stringify(conditions) })
    expect(ids(await criteria({ 'Fields.PrimaryCategory': 'Pump' }))).toEqual([raised.id])
    expect(ids(await criteria([{ AssetId: { $regex: 'p-' } }]))).toEqual([raised.id])
    await hospital.parts.db.driver.assets.updateOne(
      { _id: asset._id },
      { $set: { 'Fields.PrimaryCategory': 'Bed', AssetStatus: 'inactive' } },
    )
    expect(ids(await criteria({ 'Fields.PrimaryCategory': 'Pump' }))).toEqual([])
    expect((await criteria({ 'Fields.PrimaryCategory': ['Bed'] })).body.totalAlerts).toBe(2)
    expect((await criteria({})).body.totalAlerts).toBe(2)
    await hospital.push([{ AssetType: 'Equipment', AssetId: 'P-1', hierarchyId: 'unit-1' }]).expect(200)
    expect(ids(await criteria({ search: 'icu' }))).toEqual([raised.id])
  })

  test.each([
    [{ filterData: '[{"Fields.Name":{"$where":"1"}}]' }, 'invalid_criteria', 'filterData.0.Fields.Name'],
    [{ filterData: '{"AssetId":{"$where":"1"}}' }, 'invalid_criteria', 'filterData.AssetId.$where'],
    [{ filterData: '{"AssetId":' }, 'invalid_criteria', 'filterData'],
    [{ filterData: '[1]' }, 'invalid_criteria', 'filterData.0'],
    [{ filterData: 'x'.repeat(4_001) }, 'validation', 'filterData'],
    [{ pagesize: 501 }, 'validation', 'pagesize'],
    [{ pagesize: 0 }, 'validation', 'pagesize'],
    [{ page: 'two' }, 'validation', 'page'],
    [{ status: 'closed' }, 'validation', 'status'],
  ])('refuses %j', async (query, code, path) => {
    const { status, body } = await hospital.list(query)
    expect([status, body.code, body.errors[0].path]).toEqual([400, code, path])
  })
})

describe('one alert', () => {
  test('is answered with fence and place of that time and the current asset', async () => {
    const asset = await hospital.pump('P-1', { AssetName: 'Before', BatteryLevel: { Level: 'LEVEL_2' } })
    const pending = await hospital.raise(asset)
    await hospital.parts.db.driver.assets.updateOne(
      { _id: asset._id },
      { $set: { 'Fields.AssetName': 'After' } },
    )
    const { status, body } = await hospital.get(`alert/${pending.id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: pending.id,
      _id: pending.id,
      kind: 'Entry',
      status: 'open',
      eventTime: pending.eventTime.toISOString(),
      LinkedGeofence: { Name: 'Drug store', Coordinates: pending.fence.Coordinates },
      LinkedLocation: pending.location,
      LinkedAsset: { _id: asset._id.toHexString(), AssetId: 'P-1', Fields: { AssetName: 'After' } },
      AssetThen: { AssetName: 'Before', Battery: 'LEVEL_2', Clinicians: [] },
    })
  })

  test('is still answered when its asset is deleted', async () => {
    const asset = await hospital.pump('P-1', { AssetName: 'Pump', SerialNo: 'SN' })
    const pending = await hospital.raise(asset)
    await hospital.parts.db.driver.assets.deleteMany()
    const { body } = await hospital.get(`alert/${pending.id}`)
    expect(body.data.LinkedAsset).toEqual({
      _id: asset._id.toHexString(),
      AssetType: 'Equipment',
      AssetId: 'P-1',
      Fields: { AssetName: 'Pump', SerialNo: 'SN' },
    })
    expect((await hospital.list()).body.totalAlerts).toBe(1)
  })

  test('is positioned on the current image of its map', async () => {
    const pending = await hospital.raise(await hospital.pump('P-1'))
    const map = { width: 1_000, height: 900 }
    await hospital.parts.db.driver.maps.updateOne({ _id: 'm1' }, { $set: map })
    hospital.parts.bus.publish(BUS_GAP, {})
    const { body } = await hospital.get(`alert/${pending.id}`)
    // The map of 50 m by 30 m had 500 by 300 pixels without an image. Its image is twice as wide and three times as
    // high.
    expect(body.data.LinkedLocation).toMatchObject({ xCenterPoint: 300, yCenterPoint: 360 })
    expect(body.data.LinkedGeofence.Coordinates).toEqual({ x: 200, y: 300, x2: 400, y2: 450, w: 200, h: 150 })
    const laterAlert = await hospital.raise(await hospital.pump('P-2'), {
      imageSize: '2000x900',
      fence: fenceDoc({ imageSize: '1000x900' }),
    })
    const { data } = (await hospital.get(`alert/${laterAlert.id}`)).body
    expect(data.LinkedLocation).toMatchObject({ xCenterPoint: 75, yCenterPoint: 120 })
    expect(data.LinkedGeofence.Coordinates).toEqual(laterAlert.fence.Coordinates)
    await hospital.parts.db.driver.maps.updateOne({ _id: 'm1' }, { $set: { width: null, height: null } })
    hospital.parts.bus.publish(BUS_GAP, {})
  })

  test('is 404 for an unknown id', async () => {
    for (const answer of [
      await hospital.get('alert/none'),
      await hospital.post('alert/none/acknowledge'),
      await hospital.post('alert/none/resolve'),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})
