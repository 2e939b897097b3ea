import type { LivePayloads } from '@wardtrack/contracts'
import { BUS_GAP } from '@wardtrack/service-kit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { type LiveReader, openStream, type ReadEvent } from '../../testing/live-reader.ts'

let api: ApiTest
const readers: LiveReader[] = []

beforeAll(async () => {
  api = await openApiTest()
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => api.close())

const open = async (headers: Record<string, string> = api.people.admin): Promise<LiveReader> => {
  const reader = await openStream(api, headers)
  readers.push(reader)
  if (reader.status === 200) await reader.until(({ event }) => event === 'hello')
  return reader
}
const place = (AssetType: string, AssetId: string, xCenterPoint: number): LivePayloads['asset.location'] => ({
  AssetType,
  AssetId,
  CurrentLocation: {
    mapId: 'm',
    fullPath: {},
    xCenterPoint,
    yCenterPoint: 1,
    time: '2026-01-01T00:00:00.000Z',
  },
})
const move = (...places: LivePayloads['asset.location'][]) => api.parts.bus.publish('asset.location', places)
/** Publishes an event that all readers receive, so earlier events have arrived. */
const mark = () => api.parts.bus.publish('config.changed', { what: 'tags' })
const isMark = ({ event, data }: ReadEvent) =>
  event === 'config.changed' && 'what' in data && data.what === 'tags'
const named = (reader: LiveReader, name: string) => reader.events.filter(({ event }) => event === name)

describe('a live stream', () => {
  test('begins with hello and the headers of an event stream', async () => {
    const reader = await open()
    expect(reader.headers.get('content-type')).toContain('text/event-stream')
    expect(reader.headers.get('cache-control')).toBe('no-store')
    expect(reader.events[0]).toEqual({
      id: expect.any(String),
      event: 'hello',
      data: { serverTime: expect.stringMatching(/Z$/) },
    })
  })

  test('sends places, states, changes and configuration', async () => {
    const reader = await open()
    move(place('Equipment', 'E-1', 5))
    api.parts.bus.publish('asset.status', [
      {
        AssetType: 'Equipment',
        AssetId: 'E-1',
        Fields: { BatteryLevel: { Level: 'LEVEL_1' } },
        FieldTimes: { BatteryLevel: 't' },
      },
    ])
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'E-9', AssetName: 'New' }])
    mark()
    await reader.until(isMark)
    await reader.until(({ event }) => event === 'asset.status')
    expect(named(reader, 'asset.location')[0]?.data).toEqual(place('Equipment', 'E-1', 5))
    expect(named(reader, 'asset.status')[0]?.data).toMatchObject({
      Fields: { BatteryLevel: { Level: 'LEVEL_1' } },
    })
    expect(named(reader, 'asset.changed')[0]?.data).toEqual({
      AssetType: 'Equipment',
      AssetId: 'E-9',
      change: 'created',
    })
    const ids = reader.events.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('sends only the last of many places of an asset, and all fields of its states', async () => {
    const reader = await open()
    for (let x = 0; x < 50; x += 1) move(place('Equipment', 'E-1', x), place('Equipment', 'E-2', x))
    const state = (Fields: Record<string, string>, FieldTimes: Record<string, string>) =>
      api.parts.bus.publish('asset.status', [{ AssetType: 'Equipment', AssetId: 'E-1', Fields, FieldTimes }])
    state(
      { DeviceStatus: 'comm-status-online', InfusionStatus: 'a' },
      { DeviceStatus: '1', InfusionStatus: '1' },
    )
    state({ InfusionStatus: 'b' }, { InfusionStatus: '2' })
    const received = await reader.until(({ event }) => event === 'asset.status')
    expect(named(reader, 'asset.location').map(({ data }) => data)).toEqual([
      place('Equipment', 'E-1', 49),
      place('Equipment', 'E-2', 49),
    ])
    expect(received.data).toMatchObject({
      Fields: { DeviceStatus: 'comm-status-online', InfusionStatus: 'b' },
      FieldTimes: { DeviceStatus: '1', InfusionStatus: '2' },
    })
  })

  test('sends no patients without the flag, and no assets without a page that shows them', async () => {
    const [all, some, withoutPages] = await Promise.all([
      open(),
      open(api.people.noPatients),
      open(api.people.nobody),
    ])
    move(place('Patient', 'SECRET', 1), place('Equipment', 'E-1', 1))
    const AssetId = 'SECRET'
    api.parts.bus.publish('asset.status', [
      { AssetType: 'Patient', AssetId, Fields: { Status: 'x' }, FieldTimes: {} },
    ])
    api.parts.bus.publish('asset.changed', {
      changes: [{ AssetType: 'Patient', AssetId, change: 'tags' }],
      tagKeys: [],
    })
    mark()
    await Promise.all([all, some, withoutPages].map((reader) => reader.until(isMark)))
    await all.until(({ event }) => event === 'asset.status')
    await some.until(({ event }) => event === 'asset.location')
    mark()
    await withoutPages.until((event) => isMark(event) && event !== withoutPages.events.find(isMark))
    expect(JSON.stringify(all.events)).toContain('SECRET')
    expect(JSON.stringify(some.events)).not.toMatch(/SECRET|Patient/)
    expect(named(some, 'asset.location')).toHaveLength(1)
    expect(withoutPages.events.some(({ event }) => event.startsWith('asset.'))).toBe(false)
  })

  test('applies a change of the flag', async () => {
    const nurse = await api.people.signIn({ username: 'flag', pages: ['devices'], patientDataAccess: true })
    const user = await api.parts.db.driver.users.findOne({ username: 'flag' })
    const reader = await open(nurse)
    move(place('Patient', 'BEFORE', 1))
    await reader.until(({ event }) => event === 'asset.location')
    await api.parts.db.driver.users.updateOne({ username: 'flag' }, { $set: { patientDataAccess: false } })
    api.parts.bus.publish('access.changed', { userId: String(user?._id) })
    move(place('Patient', 'AFTER', 1))
    const changed = await reader.until(({ event }) => event === 'access.changed')
    expect(changed.data).toEqual({ allowedRoutes: ['/devices'], patientDataAccess: false })
    mark()
    await reader.until(isMark)
    expect(JSON.stringify(reader.events)).not.toContain('AFTER')
  })

  test('reports changed privileges only to the affected users', async () => {
    const nurse = await api.people.signIn({ username: 'promoted', pages: [] })
    const user = await api.parts.db.driver.users.findOne({ username: 'promoted' })
    const [reader, otherReader] = await Promise.all([open(nurse), open(api.people.nobody)])
    await api.post('/api/privilege/addRoutes', { privilegeName: 'May be promoted', routes: ['devices'] })
    const change = await reader.until(({ event }) => event === 'access.changed')
    expect(change.data).toMatchObject({ allowedRoutes: ['/devices'] })
    const before = named(otherReader, 'access.changed').length
    api.parts.bus.publish('access.changed', { userId: String(user?._id) })
    await reader.until((event) => event.event === 'access.changed' && event !== change)
    mark()
    await otherReader.until((event) => isMark(event))
    expect(named(otherReader, 'access.changed').length).toBeLessThanOrEqual(Math.max(before, 1))
    move(place('Equipment', 'E-1', 3))
    await reader.until(({ event }) => event === 'asset.location')
  })

  test('sends reset when the bus may have missed messages', async () => {
    const reader = await open()
    api.parts.bus.publish(BUS_GAP, {})
    expect((await reader.until(({ event }) => event === 'reset')).data).toEqual({})
  })
})

describe('reconnecting', () => {
  test('sends the missed events in order, without those hidden from the session', async () => {
    const first = await open(api.people.noPatients)
    move(place('Equipment', 'E-0', 0))
    const last = await first.until(({ event }) => event === 'asset.location')
    first.close()
    const watcher = await open()
    move(place('Equipment', 'E-1', 1), place('Patient', 'SECRET', 1))
    await watcher.until(({ data }) => 'AssetId' in data && data.AssetId === 'E-1')
    move(place('Equipment', 'E-2', 2))
    await watcher.until(({ data }) => 'AssetId' in data && data.AssetId === 'E-2')
    const returned = await open({ ...api.people.noPatients, 'last-event-id': last.id })
    await returned.until(({ data }) => 'AssetId' in data && data.AssetId === 'E-2')
    expect(returned.events[0]).toMatchObject({ event: 'hello', id: last.id })
    expect(
      named(returned, 'asset.location').map(({ data }) => (data as { AssetId: string }).AssetId),
    ).toEqual(['E-1', 'E-2'])
  })

  test.each(['unknown-5', 'rubbish', 'x'.repeat(300), '-1', '0'])('sends reset for the id %s', async (id) => {
    const reader = await open({ ...api.people.admin, 'last-event-id': id })
    await reader.until(({ event }) => event === 'reset')
    expect(reader.events.map(({ event }) => event)).toEqual(['hello', 'reset'])
    expect(reader.events[0]?.id).not.toBe(id)
  })
})

describe('the end of a session', () => {
  test('ends its streams with the reason', async () => {
    const leaving = await api.people.signIn({ username: 'leaver', pages: ['devices'] })
    const [reader, otherReader] = await Promise.all([open(leaving), open()])
    await api.post('/api/user/logout', {}, leaving)
    expect((await reader.until(({ event }) => event === 'session.ended')).data).toEqual({ reason: 'logout' })
    await reader.ended
    expect(named(otherReader, 'session.ended')).toEqual([])
  })

  test('a changed password ends the streams of the other sessions', async () => {
    const here = await api.people.signIn({ username: 'pass', pages: ['devices'] })
    const user = await api.parts.db.driver.users.findOne({ username: 'pass' })
    if (!user) throw new Error('no such user')
    const { token } = await api.parts.access.sessions.create(user)
    const [reader, otherReader] = await Promise.all([open(here), open({ authorization: `Bearer ${token}` })])
    const body = { currentPassword: api.people.password, newPassword: 'a new pass phrase' }
    expect((await api.post('/api/user/changePassword', body, here)).status).toBe(200)
    expect((await otherReader.until(({ event }) => event === 'session.ended')).data).toEqual({
      reason: 'password',
    })
    expect(named(reader, 'session.ended')).toEqual([])
  })

  test('refuses more than ten streams of one session', async () => {
    const many = await api.people.signIn({ username: 'many', pages: ['devices'] })
    for (let n = 0; n < 10; n += 1) expect((await open(many)).status).toBe(200)
    const refused = await open(many)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await open()).status).toBe(200)
  })

  test('refuses a stream without a token', async () => {
    expect((await open({})).status).toBe(401)
  })
})
