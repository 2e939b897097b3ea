import { createApiService } from '@wardtrack/api'
import { createLocationService } from '@wardtrack/location'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService])
})
afterAll(() => app.close())
beforeEach(async () => {
  const { driver } = app.parts.db
  for (const store of [driver.assets, driver.locationHistory, driver.visits, driver.places])
    await store.deleteMany({})
  app.parts.bus.publish('bus.gap', {})
  await push('hierarchies', place('A1-tmp', 'Level 1', 'Room old'))
  await request(app.app).post('/api/ingest/assets').set(app.people.key).send(PUMP).expect(200)
})

const PUMP = { AssetType: 'Equipment', AssetId: 'RN-1' }
const place = (hierarchyId: string, ...names: string[]) => ({
  hierarchyId,
  fullName: ['St. Example', 'Tower A', ...names],
})
const pathOf = (room: string, floor = 'Level 1') => ({
  Level_1: 'St. Example',
  Level_2: 'Tower A',
  Level_3: floor,
  Level_4: room,
})
const textOf = (room: string, floor = 'Level 1') => `St. Example>Tower A>${floor}>${room}`

const push = async (kind: 'hierarchies' | 'locations', item: object): Promise<void> => {
  const { body } = await request(app.app).post(`/location/api/ingest/${kind}`).set(app.people.key).send(item)
  expect(body).toMatchObject({ accepted: 1, refused: 0, unresolved: 0, errors: [] })
}
const see = (hierarchyId = 'A1-tmp') => push('locations', { ...PUMP, hierarchyId })
const ask = async (path: string, body: object) => {
  const answer = await request(app.app).post(path).set(app.people.admin).send(body)
  expect(answer.status).toBe(200)
  return answer.body
}
const setHome = (room: string) => ask('/api/asset.saveHomeLocation', { ...PUMP, level: pathOf(room) })
const list = async (criteria: object = {}) =>
  (await ask('/api/assets.filter', { AssetType: 'Equipment', ...criteria })).assets
const visits = async () =>
  (await ask('/location/api/location.getVisits', { assetType: 'Equipment', assetId: 'RN-1' })).visits
const reportRows = async (name: string) => (await ask(`/api/report.${name}`, {})).assets
/** Waits for the summaries of a move, and returns the moves. */
const moves = () =>
  vi.waitFor(async () => {
    const rows = await reportRows('pumpMovement')
    expect(rows.length).toBeGreaterThan(0)
    return rows
  }, TEST_WAIT)

test('shows the new name of a renamed room everywhere, and no move', async () => {
  await see()
  await setHome('Room old')
  await push('hierarchies', place('A1-tmp', 'Level 1', 'Room new'))

  const renamed = {
    CurrentLocation: { fullPath: pathOf('Room new') },
    HomeLocation: { fullPath: pathOf('Room new') },
  }
  expect(await list()).toMatchObject([{ ...PUMP, ...renamed }])
  expect(await list({ 'CurrentLocation.fullPath.Level_4': 'Room new' })).toMatchObject([PUMP])
  expect(await list({ 'HomeLocation.fullPath.Level_4': 'Room new' })).toMatchObject([PUMP])
  expect(await list({ 'CurrentLocation.fullPath.Level_4': 'Room old' })).toEqual([])
  expect(await visits()).toMatchObject([{ Location: textOf('Room new'), positions: 1, leftAt: null }])
  expect(await reportRows('movementVsTime')).toEqual([])

  await see()
  expect(await visits()).toMatchObject([{ Location: textOf('Room new'), positions: 2, leftAt: null }])
  expect(await reportRows('movementVsTime')).toEqual([])
  expect(await list()).toMatchObject([{ ...PUMP, ...renamed }])

  await push('hierarchies', place('A2', 'Level 1', 'Room two'))
  await see('A2')
  expect(await moves()).toMatchObject([{ LocationA: textOf('Room new'), LocationB: textOf('Room two') }])
  expect(await app.parts.db.models.visits.find({}).sort({ from: 1 })).toMatchObject([
    { hierarchyId: 'A1-tmp', to: expect.any(Date) },
    { hierarchyId: 'A2', to: null, differsFrom: 4 },
  ])
  expect(await reportRows('movementVsTime')).toMatchObject([
    { ...PUMP, HomeLocation: textOf('Room new'), CurrentLocation: textOf('Room two') },
  ])
})

test('renames the rooms of a renamed floor, and counts no move between floors', async () => {
  await push('hierarchies', place('L1', 'Level 1'))
  await push('hierarchies', place('A2', 'Level 1', 'Room two'))
  await see()
  await push('hierarchies', place('L1', 'First floor'))
  expect(await list({ 'CurrentLocation.fullPath.Level_3': 'First floor' })).toMatchObject([
    { CurrentLocation: { fullPath: pathOf('Room old', 'First floor') } },
  ])
  await see('A2')
  expect(await moves()).toMatchObject([
    { LocationA: textOf('Room old', 'First floor'), LocationB: textOf('Room two', 'First floor') },
  ])
  expect(await app.parts.db.models.visits.find({ hierarchyId: 'A2' })).toMatchObject([{ differsFrom: 4 }])
})

test('saved filters, rules and PAR levels follow a renamed room', async () => {
  const conditions = [1, 2, 3, 4].map((level) => ({
    [`CurrentLocation.fullPath.Level_${level}`]: pathOf('Room old')[`Level_${level}` as 'Level_1'],
  }))
  const filter = { displayName: 'Room', criteria: conditions, showOn: '/devices' }
  await ask('/api/filters/create', filter)
  await ask('/api/setRule', {
    Equipment: { ruleName: 'Here', ruleCondition: { CurrentLocation_level_4: 'Room old' } },
  })
  await ask('/api/parLevels', { hierarchyId: 'A1-tmp', Category: 'Pump', Minimum: 1, Par: 2 })
  await push('hierarchies', place('A1-tmp', 'Level 1', 'Room new'))

  const read = async (path: string) => (await request(app.app).get(path).set(app.people.admin)).body
  const [saved] = (await read('/api/filters/getFiltersForUser?userName=admin&showOn=devices')).data
  expect(saved.criteria).toEqual([
    ...conditions.slice(0, 3),
    { 'CurrentLocation.fullPath.Level_4': 'Room new' },
  ])
  expect((await ask('/api/getRule', {})).Equipment).toMatchObject([
    { ruleName: 'Here', ruleCondition: { CurrentLocation_level_4: 'Room new' } },
  ])
  expect((await read('/api/parLevels')).data).toMatchObject([{ fullPath: pathOf('Room new'), Par: 2 }])
})
