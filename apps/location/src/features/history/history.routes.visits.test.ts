import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
const BASE = Date.now() - 3_600_000
const isoAt = (minute: number): string => new Date(BASE + minute * 60_000).toISOString()
const at = (AssetId: string, minute: number, place: object, AssetType = 'Equipment') => ({
  AssetType,
  AssetId,
  time: isoAt(minute),
  ...place,
})
const ROOM = { hierarchyId: 'room-1', x: 2, y: 2 }
const UNIT = { hierarchyId: 'unit-1', x: 9, y: 2 }
const FLOOR_2 = { hierarchyId: 'floor-2' }

beforeAll(async () => {
  hospital = await openHospital()
  await hospital.addAsset({ AssetId: 'V-1' })
  await hospital.addAsset({ AssetId: 'V-2', AssetType: 'Patient' })
  await hospital.addAsset({ AssetId: 'V-3' })
  await hospital.push([at('V-1', 0, ROOM), at('V-1', 4, ROOM), at('V-1', 6, UNIT), at('V-1', 9, FLOOR_2)])
  // Late positions, and one that is already known.
  await hospital.push([at('V-1', 2, ROOM), at('V-1', 7, UNIT), at('V-1', 4, ROOM)])
  await hospital.push([at('V-2', 1, ROOM, 'Patient')])
})
afterAll(() => hospital.close())

const ask = (call: string, body: object, headers = hospital.people.admin) =>
  request(hospital.app).post(`/location/api/location.${call}`).set(headers).send(body)

it('joins equal places to visits, newest first; late and repeated events do not split a visit', async () => {
  const { status, body } = await ask('getVisits', { assetId: 'V-1' })
  expect([status, body.next]).toEqual([200, null])
  const rows = body.visits as Record<string, unknown>[]
  expect(
    rows.map(({ arrivedAt, leftAt, lastSeenAt, positions }) => [arrivedAt, leftAt, lastSeenAt, positions]),
  ).toEqual([
    [isoAt(9), null, isoAt(9), 1],
    [isoAt(6), isoAt(9), isoAt(7), 2],
    [isoAt(0), isoAt(6), isoAt(4), 3],
  ])
  expect(rows[2]).toMatchObject({
    Location: 'Northfield>Tower>Floor 1>ICU>Room 1',
    mapId: 'm1',
    arrivedEarlier: false,
  })
})

it('returns a page of visits and the start of the next page', async () => {
  const first = await ask('getVisits', { assetId: 'V-1', items: 2 })
  expect([first.body.visits.length, first.body.next]).toEqual([2, isoAt(6)])
  const second = await ask('getVisits', { assetId: 'V-1', items: 2, createdAt: { endDate: first.body.next } })
  expect([second.body.visits.length, second.body.next]).toEqual([1, null])
  expect(second.body.visits[0]).toMatchObject({ arrivedAt: isoAt(0), leftAt: isoAt(6) })
})

it('returns arrivals before the period and departures after it', async () => {
  const createdAt = { startDate: isoAt(3), endDate: isoAt(5) }
  const { visits } = (await ask('getVisits', { assetId: 'V-1', createdAt })).body
  expect(visits).toHaveLength(1)
  expect(visits[0]).toMatchObject({
    arrivedAt: isoAt(4),
    arrivedEarlier: true,
    leftAt: isoAt(6),
    positions: 1,
  })
  const empty = await ask('getVisits', { assetId: 'V-3' })
  expect([empty.status, empty.body]).toEqual([200, { visits: [], next: null }])
})

it('returns the trail of a period oldest first, complete if it is short', async () => {
  const { status, body } = await ask('getTrail', { assetId: 'V-1', createdAt: { startDate: isoAt(4) } })
  expect(status).toBe(200)
  expect([body.total, body.thinnedToMs]).toEqual([4, null])
  expect(body.positions.map(({ time, mapId }: Record<string, string>) => [time, mapId])).toEqual([
    [isoAt(4), 'm1'],
    [isoAt(6), 'm1'],
    [isoAt(7), 'm1'],
    [isoAt(9), null],
  ])
  expect(body.positions[0]).toEqual({
    time: isoAt(4),
    mapId: 'm1',
    x: 2,
    y: 2,
    fullPath: {
      Level_1: 'Northfield',
      Level_2: 'Tower',
      Level_3: 'Floor 1',
      Level_4: 'ICU',
      Level_5: 'Room 1',
    },
  })
})

it('thins a long trail evenly and reports the thinning', async () => {
  const { body } = await ask('getTrail', { assetId: 'V-1', items: 3 })
  expect([body.total, body.thinnedToMs]).toEqual([6, 180_001])
  expect(body.positions.map(({ time }: { time: string }) => time)).toEqual([isoAt(2), isoAt(6), isoAt(9)])
  const single = await ask('getTrail', { assetId: 'V-1', items: 1, createdAt: { endDate: isoAt(7) } })
  expect(single.body.positions.map(({ time }: { time: string }) => time)).toEqual([isoAt(6)])
})

it.each(['getVisits', 'getTrail'])(
  '%s hides patients from people without the flag and audits who read about one',
  async (call) => {
    const { access, db } = hospital.parts
    const noted = async () => {
      await access.audit.flush()
      return db.driver.audit.find({ 'details.patients': { $gt: 0 } }).toArray()
    }
    const before = (await noted()).length
    for (const body of [{ assetId: 'V-2' }, { assetId: 'V-2', assetType: 'Patient' }]) {
      const refused = await ask(call, body, hospital.people.noPatients)
      expect([refused.status, refused.body.message]).toEqual([404, 'Not found.'])
    }
    await ask(call, { assetId: 'V-1' })
    expect(await noted()).toHaveLength(before)
    expect((await ask(call, { assetId: 'V-2' })).status).toBe(200)
    expect((await noted()).at(-1)).toMatchObject({ actor: 'admin', target: { type: 'asset' } })
  },
)

it.each(['getVisits', 'getTrail'])(
  '%s is refused without a session, the page or a valid body, and stores nothing',
  async (call) => {
    const stored = await hospital.parts.db.driver.locationHistory.countDocuments()
    expect((await ask(call, { assetId: 'V-1' }, {})).status).toBe(401)
    expect((await ask(call, { assetId: 'V-1' }, hospital.people.key)).status).toBe(401)
    expect((await ask(call, { assetId: 'V-1' }, hospital.people.nobody)).status).toBe(403)
    expect((await ask(call, { assetId: 'nobody' })).status).toBe(404)
    for (const [body, path] of [
      [{}, 'assetId'],
      [{ assetId: { $ne: '' } }, 'assetId'],
      [{ assetId: 'V-1', items: 0 }, 'items'],
      [{ assetId: 'V-1', items: 501 }, 'items'],
      [{ assetId: 'V-1', assetType: '$x' }, 'assetType'],
      [{ assetId: 'V-1', createdAt: { startDate: { $gt: '' } } }, 'createdAt.startDate'],
      [{ assetId: 'V-1', createdAt: { startDate: isoAt(2), endDate: isoAt(1) } }, 'createdAt.endDate'],
    ] as const) {
      const res = await ask(call, body)
      expect([res.status, res.body.errors[0].path]).toEqual([400, path])
    }
    expect(await hospital.parts.db.driver.locationHistory.countDocuments()).toBe(stored)
  },
)
