import type { LivePayloads } from '@wardtrack/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { type LiveReader, openStream, type ReadEvent } from '../../testing/live-reader.ts'

let api: ApiTest
const readers: LiveReader[] = []

beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'E-1', AssetName: 'Pump' },
    { AssetType: 'Clinician', AssetId: 'C-1', AssetName: 'Adams' },
    { AssetType: 'Patient', AssetId: 'PT-1', AssetName: 'Zebulon' },
  ])
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => api.close())

const open = async (headers: Record<string, string>): Promise<LiveReader> => {
  const reader = await openStream(api, headers)
  readers.push(reader)
  await reader.until(({ event }) => event === 'hello')
  return reader
}
const mark = () => api.parts.bus.publish('config.changed', { what: 'tags' })
const isMark = ({ data }: ReadEvent) => 'what' in data && data.what === 'tags'
const place = (AssetType: string, AssetId: string): LivePayloads['asset.location'] => ({
  AssetType,
  AssetId,
  CurrentLocation: { mapId: 'm', fullPath: {}, xCenterPoint: 1, yCenterPoint: 1 },
})
const withoutIds = (reader: LiveReader) => reader.events.slice(1).map(({ event, data }) => ({ event, data }))

describe('a stream without the patient-data flag', () => {
  test('does not reveal that an asset was linked with a patient, or that the link ended', async () => {
    const [all, some] = await Promise.all([open(api.people.admin), open(api.people.noPatients)])
    await api.link(['Equipment', 'E-1'], ['Patient', 'PT-1'])
    await api.unlink(['Equipment', 'E-1'], ['Patient', 'PT-1'])
    await all.until(({ data }) => 'AssetId' in data && data.AssetId === 'E-1')
    mark()
    await Promise.all([all, some].map((reader) => reader.until(isMark)))
    expect(withoutIds(some)).toEqual([{ event: 'config.changed', data: { what: 'tags' } }])
    expect(all.events.find(({ data }) => 'AssetId' in data && data.AssetId === 'E-1')?.data).toEqual({
      AssetType: 'Equipment',
      AssetId: 'E-1',
      change: 'mapping',
    })
  })

  test('sends a visible link, also beside a hidden one', async () => {
    const some = await open(api.people.noPatients)
    await api.link(['Equipment', 'E-1'], ['Patient', 'PT-1'], ['Clinician', 'C-1'])
    const received = await some.until(({ data }) => 'AssetId' in data && data.AssetId === 'E-1')
    expect(received.data).toEqual({ AssetType: 'Equipment', AssetId: 'E-1', change: 'mapping' })
  })

  test('does not reveal configuration changes that concern only patients', async () => {
    const [all, some] = await Promise.all([open(api.people.admin), open(api.people.noPatients)])
    api.parts.bus.publish('config.changed', { what: 'geofences', ofPatients: true })
    await all.until(({ event }) => event === 'config.changed')
    mark()
    await some.until(isMark)
    expect(withoutIds(some)).toEqual([{ event: 'config.changed', data: { what: 'tags' } }])
    expect(all.events.find(({ event }) => event === 'config.changed')?.data).toEqual({ what: 'geofences' })
  })

  test('has ids that do not reveal the number of events between them, not even zero', async () => {
    const some = await open(api.people.noPatients)
    const watcher = await open(api.people.admin)
    api.parts.bus.publish('asset.location', [place('Equipment', 'E-1')])
    await some.until(({ event }) => event === 'asset.location')
    api.parts.bus.publish(
      'asset.location',
      Array.from({ length: 500 }, (_, n) => place('Patient', `PT-${n}`)),
    )
    await watcher.until(({ data }) => 'AssetId' in data && data.AssetId === 'PT-499')
    mark()
    await some.until(isMark)
    const laterReaders = await Promise.all([open(api.people.noPatients), open(api.people.noPatients)])
    const ids = [...some.events, ...laterReaders.flatMap(({ events }) => events)].map(({ id }) => id)
    // Two ids for the same moment differ, so that ids cannot be compared.
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
  })

  test('resumes after more hidden events than are kept', async () => {
    const first = await open(api.people.noPatients)
    api.parts.bus.publish('asset.location', [place('Equipment', 'E-0')])
    const last = await first.until(({ event }) => event === 'asset.location')
    first.close()
    const watcher = await open(api.people.admin)
    const manyEvents = Array.from({ length: 21_000 }, (_, n) => place('Patient', `PT-${n}`))
    api.parts.bus.publish('asset.location', manyEvents)
    api.parts.bus.publish('asset.location', [place('Equipment', 'E-9')])
    await watcher.until(({ data }) => 'AssetId' in data && data.AssetId === 'E-9')
    const returned = await open({ ...api.people.noPatients, 'last-event-id': last.id })
    await returned.until(({ data }) => 'AssetId' in data && data.AssetId === 'E-9')
    expect(returned.events.map(({ event }) => event)).toEqual(['hello', 'asset.location'])
  })
})
