import { createApiService } from '@wardtrack/api'
import type { Notification } from '@wardtrack/contracts'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

// Two whole processes on one store without Redis: a rule that fires in one must not fire again in the other.
const services = [createApiService, createLocationService, createStatusService]
let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await openTestApp(services, { cacheMode: 'shared' })
  second = await openTestApp(services, { cacheMode: 'shared', storeOf: first })
  await push(first, '/location/api/ingest/hierarchies', [
    { hierarchyId: 'w1', fullName: ['Site', 'Ward 1'] },
    { hierarchyId: 'w4', fullName: ['Site', 'Ward 4'] },
  ])
})
afterAll(async () => {
  await second.close()
  await first.close()
})
beforeEach(async () => {
  const { models, driver } = first.parts.db
  await models.notificationRules.deleteMany({})
  await models.assetRules.deleteMany({})
  await models.notifications.deleteMany({})
  await driver.assets.deleteMany({})
  for (const { parts } of [first, second]) parts.bus.publish('bus.gap', {})
})

const post = ({ app, people }: TestApp, path: string, body: object, as = people.admin) =>
  request(app).post(path).set(as).send(body)
const push = async (app: TestApp, path: string, items: object[]): Promise<void> => {
  const { body } = await post(app, path, items, app.people.key)
  expect(body).toMatchObject({ refused: 0, unresolved: 0 })
}
const state = (app: TestApp, AssetId: string, fields: object): Promise<void> =>
  push(app, '/status/api/ingest/device-status', [{ deviceId: AssetId, ...fields }])
const seenIn = (app: TestApp, AssetId: string, hierarchyId: string): Promise<void> =>
  push(app, '/location/api/ingest/locations', [{ AssetType: 'Equipment', AssetId, hierarchyId }])
const register = (items: object[]): Promise<void> =>
  push(
    first,
    '/api/ingest/assets',
    items.map((item) => ({ AssetType: 'Equipment', ...item })),
  )
const addRule = async (members: object = {}): Promise<string> => {
  const rule = {
    Name: 'Offline pumps',
    NotificationAssetType: 'Equipment',
    NotificationField: 'DeviceStatus',
    RaiseValue: 'Equals comm-status-offline',
    Priority: 'High',
    ...members,
  }
  const { body } = await post(first, '/api/filters/notificationRule/create', rule)
  expect(body.message).toBe('Notification rule saved.')
  for (const { parts } of [first, second]) parts.bus.publish('bus.gap', {})
  return body.data._id
}
const listed = async (
  as = first.people.admin,
  query = '',
): Promise<{ data: Notification[]; unread: number }> =>
  (await request(first.app).get(`/api/notifications?pagesize=100${query}`).set(as)).body
/** Waits until the relays are idle, and returns the created notifications. */
const notifications = async (): Promise<Notification[]> => {
  await vi.waitFor(async () => {
    const undelivered = await first.parts.db.driver.assets.countDocuments({ 'Rules.raised.id': { $gte: '' } })
    expect(undelivered).toBe(0)
  }, TEST_WAIT)
  return (await listed()).data
}
const OFFLINE = { DeviceStatus: 'comm-status-offline' }
const ONLINE = { DeviceStatus: 'comm-status-online' }

test('fires a rule once per crossing in whichever process, but not for assets that matched at its creation', async () => {
  await register([{ AssetId: 'P-1', AssetName: 'Pump 1' }, { AssetId: 'P-2' }])
  await state(first, 'P-2', OFFLINE)
  await addRule()
  await state(first, 'P-1', OFFLINE)
  await state(second, 'P-1', OFFLINE)
  await state(second, 'P-2', OFFLINE)
  expect(await notifications()).toMatchObject([
    {
      kind: 'rule',
      Name: 'Offline pumps',
      Priority: 'High',
      asset: { AssetType: 'Equipment', AssetId: 'P-1', Fields: { AssetName: 'Pump 1' } },
      field: 'DeviceStatus',
      value: 'comm-status-offline',
      message: expect.stringMatching(/^Pump 1: .+/),
      read: false,
      count: 1,
    },
  ])
  await state(first, 'P-1', ONLINE)
  await state(second, 'P-1', OFFLINE)
  await state(second, 'P-2', ONLINE)
  await state(first, 'P-2', OFFLINE)
  expect((await notifications()).map(({ asset }) => asset.AssetId).sort()).toEqual(['P-1', 'P-1', 'P-2'])
})

test('fires nothing for late and repeated events, and counts each crossing within one request', async () => {
  await register([{ AssetId: 'P-1' }])
  await addRule({ NotificationField: 'BatteryLevel', RaiseValue: 'Less Than LEVEL_2' })
  const at = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString()
  const low = { deviceId: 'P-1', BatteryLevel: 'LEVEL_1' }
  const full = { deviceId: 'P-1', BatteryLevel: 'LEVEL_4' }
  const events = [
    { ...low, time: at(30) },
    { ...full, time: at(20) },
    { ...low, time: at(10) },
    { ...full, time: at(5) },
  ]
  await push(first, '/status/api/ingest/device-status', events)
  await push(second, '/status/api/ingest/device-status', [...events, { ...low, time: at(15) }])
  expect(await notifications()).toHaveLength(2)
})

test('fires a rule over field and place whichever service receives the last value', async () => {
  await register([{ AssetId: 'P-1' }])
  const rule = {
    ruleName: 'Offline in Ward 4',
    ruleCondition: { Fields_DeviceStatus: 'comm-status-offline', CurrentLocation_level_2: ['Ward 4'] },
  }
  await post(first, '/api/setRule', { Equipment: rule }).expect(200)
  const { body } = await post(first, '/api/setRule', { Equipment: { ...rule, status: true } })
  expect(body.Equipment).toMatchObject({ ruleName: 'Offline in Ward 4', status: true })
  for (const { parts } of [first, second]) parts.bus.publish('bus.gap', {})
  await state(second, 'P-1', OFFLINE)
  await seenIn(first, 'P-1', 'w1')
  expect(await notifications()).toEqual([])
  await seenIn(first, 'P-1', 'w4')
  expect(await notifications()).toMatchObject([
    { kind: 'asset-rule', Name: 'Offline in Ward 4', Priority: 'Medium' },
  ])
  await state(second, 'P-1', ONLINE)
  await seenIn(second, 'P-1', 'w4')
  await state(first, 'P-1', OFFLINE)
  expect(await notifications()).toHaveLength(2)
})

test('gives the same result when field and place change in both processes simultaneously or one by one', async () => {
  await register([{ AssetId: 'P-1' }])
  const rule = {
    ruleName: 'both',
    ruleCondition: { Fields_DeviceStatus: 'comm-status-offline', CurrentLocation_level_2: 'Ward 4' },
  }
  await post(first, '/api/setRule', { Equipment: rule })
  await post(first, '/api/setRule', { Equipment: { ...rule, status: true } })
  for (const { parts } of [first, second]) parts.bus.publish('bus.gap', {})
  for (let round = 1; round <= 10; round += 1) {
    await Promise.all([state(first, 'P-1', ONLINE), seenIn(second, 'P-1', 'w1')])
    await Promise.all([
      state(round % 2 === 0 ? first : second, 'P-1', OFFLINE),
      seenIn(round % 3 === 0 ? first : second, 'P-1', 'w4'),
    ])
    const made = await first.parts.db.models.notifications.find({})
    const standing = (await first.parts.db.driver.assets.findOne({ AssetId: 'P-1' }))?.Rules?.raised ?? []
    const notificationIds = new Set([
      ...made.flatMap(({ entries }) => entries.map(({ id }) => id)),
      ...standing.map(({ id }) => id),
    ])
    expect(notificationIds.size).toBe(round)
  }
  expect(await notifications()).not.toHaveLength(0)
})

test('fires at registration, but not for an inactive asset or a disabled rule', async () => {
  const id = await addRule({ NotificationField: 'SerialNo', RaiseValue: 'One Or More Of S-1,S-2' })
  await register([
    { AssetId: 'P-1', SerialNo: 'S-1' },
    { AssetId: 'P-2', SerialNo: 'S-3' },
  ])
  expect(await notifications()).toHaveLength(1)
  await register([{ AssetId: 'P-2', SerialNo: 'S-2' }])
  expect(await notifications()).toHaveLength(2)
  await first.parts.db.models.assets.updateOne({ AssetId: 'P-2' }, { $set: { AssetStatus: 'inactive' } })
  await register([{ AssetId: 'P-2', SerialNo: 'S-3' }])
  await register([{ AssetId: 'P-2', SerialNo: 'S-2' }])
  await post(first, `/api/filters/notificationRule/update/${id}`, { Enabled: false }).expect(200)
  await register([{ AssetId: 'P-3', SerialNo: 'S-2' }])
  expect(await notifications()).toHaveLength(2)
})

test('groups many simultaneous notifications into one with their number and places', async () => {
  const pumps = Array.from({ length: 37 }, (_, n) => ({
    AssetId: `P-${n}`,
    PrimaryCategory: 'Infusion Pump',
  }))
  await register(pumps)
  await push(
    first,
    '/location/api/ingest/locations',
    pumps.map(({ AssetId }) => ({ AssetType: 'Equipment', AssetId, hierarchyId: 'w4' })),
  )
  await addRule()
  await push(
    second,
    '/status/api/ingest/device-status',
    pumps.map(({ AssetId }) => ({ deviceId: AssetId, ...OFFLINE })),
  )
  const made = await notifications()
  expect(made).toMatchObject([{ count: 37, assets: 37, place: ['Site', 'Ward 4'] }])
  expect(made[0]?.message).toMatch(/^37 assets, 37 times: Infusion Pump, .* in Ward 4$/)
})

test('notifies once per asset within the minutes that a rule sets', async () => {
  await register([{ AssetId: 'P-1' }])
  await addRule({ MinutesBetween: 5 })
  for (let round = 0; round < 3; round += 1) {
    await state(first, 'P-1', OFFLINE)
    await state(second, 'P-1', ONLINE)
  }
  expect(await notifications()).toHaveLength(1)
  const earlier = new Date(Date.now() - 6 * 60_000)
  await first.parts.db.driver.notifications.updateMany(
    {},
    { $set: { 'entries.0.at': earlier, createdAt: earlier } },
  )
  await state(first, 'P-1', OFFLINE)
  expect(await notifications()).toHaveLength(2)
})

test('notifies only the recipients of a rule, and tracks reading per person', async () => {
  const nurse = await first.people.signIn({ username: 'ward nurse', pages: ['devices'] })
  const porter = await first.people.signIn({ username: 'porter', pages: ['devices'] })
  await register([{ AssetId: 'P-1' }])
  await addRule({ Name: 'For the nurse', Audience: { privileges: ['May be ward nurse'], users: [] } })
  await addRule({ Name: 'For the porter', Audience: { privileges: [], users: ['porter'] } })
  await addRule({ Name: 'For everybody' })
  await state(first, 'P-1', OFFLINE)
  await notifications()
  const namesFor = async (as: Record<string, string>) =>
    (await listed(as)).data.map(({ Name }) => Name).sort()
  expect(await namesFor(nurse)).toEqual(['For everybody', 'For the nurse'])
  expect(await namesFor(porter)).toEqual(['For everybody', 'For the porter'])
  expect((await listed()).data.map(({ Name }) => Name)).toEqual(['For everybody'])
  const hidden = (await listed(porter)).data.find(({ Name }) => Name === 'For the porter')
  await post(first, `/api/notifications/${hidden?.id}/read`, {}, nurse).expect(404)
  const shared = (await listed(nurse)).data.find(({ Name }) => Name === 'For everybody')
  await post(first, `/api/notifications/${shared?.id}/read`, {}, nurse).expect(200)
  expect(await listed(nurse)).toMatchObject({ unread: 1, count: 2 })
  expect((await listed(nurse, '&unread=1')).data.map(({ Name }) => Name)).toEqual(['For the nurse'])
  expect(await listed(porter)).toMatchObject({ unread: 2 })
  const { body } = await post(first, '/api/notifications/readAll', {}, nurse)
  expect(body).toMatchObject({ err: 0, unread: 0 })
  expect(await listed(nurse)).toMatchObject({ unread: 0, data: [{ read: true }, { read: true }] })
  expect(await listed(porter)).toMatchObject({ unread: 2 })
})
