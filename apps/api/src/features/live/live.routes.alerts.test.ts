import type { GeofenceAlert } from '@wardtrack/contracts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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

const open = async (headers: Record<string, string>, last?: string): Promise<LiveReader> => {
  const reader = await openStream(api, {
    ...headers,
    ...(last === undefined ? {} : { 'last-event-id': last }),
  })
  readers.push(reader)
  await reader.until(({ event }) => event === 'hello')
  return reader
}
const alert = (id: string, AssetType: string, more: Partial<GeofenceAlert> = {}): GeofenceAlert => ({
  id,
  _id: id,
  kind: 'Entry',
  status: 'open',
  createdAt: '2026-01-01T00:00:00.000Z',
  eventTime: '2026-01-01T00:00:00.000Z',
  LinkedGeofence: {
    _id: 'f',
    Name: 'Ward',
    Type: 'Safe',
    AssetTypes: ['Equipment', 'Patient'],
    MapId: 'm1',
    Coordinates: { x: 1, y: 1, x2: 9, y2: 9, w: 8, h: 8 },
    EntryTrigger: true,
    EntryTriggerWaitTime: 0,
    ExitTrigger: false,
    ExitTriggerWaitTime: 0,
    Enabled: true,
    __v: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  LinkedLocation: { mapId: 'm1', fullPath: {}, xCenterPoint: 5, yCenterPoint: 5 },
  LinkedAsset: {
    _id: 'a',
    AssetType,
    AssetId: `asset of ${id}`,
    Fields: { Mappings: { Patient: [{ AssetType: 'Patient', AssetId: 'SECRET' }], Clinician: [] } },
  },
  AssetThen: { Clinicians: [] },
  ...more,
})
const raise = (...alerts: GeofenceAlert[]) => api.parts.bus.publish('geofence.alert', alerts)
/**
 * Publishes two events that all readers receive, one after the other. Events before the first have then arrived with
 * the second.
 */
const marked = async (...all: LiveReader[]): Promise<void> => {
  for (const part of ['tags', 'files'] as const) {
    api.parts.bus.publish('config.changed', { what: part })
    await Promise.all(all.map((reader) => reader.until(({ data }) => 'what' in data && data.what === part)))
  }
}
const alertsOf = (reader: LiveReader) =>
  reader.events.filter(
    (event): event is ReadEvent & { event: 'geofence.alert' } => event.event === 'geofence.alert',
  )

test('sends an alert once to each session with its pages, and patients only to users who may see them', async () => {
  const [all, some, withoutPages, dash] = await Promise.all([
    open(api.people.admin),
    open(api.people.noPatients),
    open(await api.people.signIn({ username: 'lists', pages: ['assetlist'] })),
    open(await api.people.signIn({ username: 'dash', pages: ['dashboard'] })),
  ])
  raise(alert('pump', 'Equipment'), alert('patient', 'Patient'))
  await marked(all, some, withoutPages, dash)
  expect(alertsOf(all).map(({ data }) => data.id)).toEqual(['pump', 'patient'])
  expect(alertsOf(all)[0]?.data).toEqual(alert('pump', 'Equipment'))
  for (const reader of [some, dash]) {
    expect(alertsOf(reader).map(({ data }) => data.id)).toEqual(['pump'])
    expect(alertsOf(reader)[0]?.data.LinkedGeofence.AssetTypes).toEqual(['Equipment'])
    expect(JSON.stringify(alertsOf(reader))).not.toMatch(/Patient|SECRET/)
  }
  expect(alertsOf(withoutPages)).toEqual([])
})

test('sends only the last of several steps with an alert', async () => {
  const reader = await open(api.people.admin)
  raise(alert('one', 'Equipment'))
  raise(alert('one', 'Equipment', { status: 'acknowledged' }))
  await marked(reader)
  expect(alertsOf(reader).map(({ data }) => data.status)).toEqual(['acknowledged'])
})

test('sends a reconnecting session the missed events that it may see', async () => {
  const first = await open(api.people.noPatients)
  raise(alert('before', 'Equipment'))
  const last = await first.until(({ event }) => event === 'geofence.alert')
  first.close()
  const watcher = await open(api.people.admin)
  raise(alert('missed', 'Equipment'), alert('hidden', 'Patient'))
  await watcher.until(({ data }) => 'id' in data && data.id === 'hidden')
  const returned = await open(api.people.noPatients, last.id)
  const replayed = await returned.until(({ event }) => event === 'geofence.alert')
  expect(alertsOf(returned).map(({ data }) => data.id)).toEqual(['missed'])
  expect(JSON.stringify(replayed)).not.toMatch(/Patient|SECRET/)
})
