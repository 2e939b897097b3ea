import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileTest, openFileTest, polygon, RING, SETTINGS } from './testing/open-file-test.ts'

let files: FileTest

beforeAll(async () => {
  files = await openFileTest()
})
beforeEach(() => files.clear())
afterAll(() => files.hospital.close())

const SHAPES = {
  Box: { x: 10.5, y: 20.125, w: 100, h: 50 },
  Bent: { shape: 'polygon', points: RING.slice(1).map(([x, y]) => ({ x: x * 10, y: y * 10 })) },
  Round: { shape: 'circle', centre: { x: 100.333, y: 90 }, radius: 33.333 },
}

describe('export', () => {
  test('writes metres from the top left corner, the members of an omlox hub, and all other members beside them', async () => {
    for (const [Name, Coordinates] of Object.entries(SHAPES)) await files.add({ Name, Coordinates })
    const { status, headers } = await files.hospital.post('export', { MapId: 'm1' })
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/geo+json',
      'attachment; filename="geofences.geojson"',
    ])
    const body = JSON.parse(await files.exportText({ MapId: 'm1' }))
    expect(body.type).toBe('FeatureCollection')
    const [bent, box, round] = body.features
    expect(bent.geometry).toEqual({ type: 'Polygon', coordinates: [[...RING.slice(1), RING[1]]] })
    expect(box.geometry.coordinates[0]).toEqual([
      [1.05, 2.0125],
      [11.05, 2.0125],
      [11.05, 7.0125],
      [1.05, 7.0125],
      [1.05, 2.0125],
    ])
    expect(round).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [10.0333, 9] },
      properties: { name: 'Round', crs: 'local', zone_id: 'm1', radius: 3.3333 },
    })
    expect(round.properties.wardtrack).toEqual({
      ...SETTINGS,
      EntryTriggerWaitTime: 0,
      ExitTriggerWaitTime: 0,
      Enabled: true,
      Coordinates: expect.objectContaining(SHAPES.Round),
    })
    await files.hospital.parts.access.audit.flush()
    const entry = await files.hospital.parts.db.driver.audit.findOne({ action: 'POST /geofence/export' })
    expect(entry).toMatchObject({
      outcome: 'ok',
      target: { type: 'map', id: 'm1' },
      details: { returned: 3 },
    })
  })

  test('contains the requested fences: all, one, or those of a map; an unknown map is 404', async () => {
    const { _id } = await files.add({})
    await files.add({ Name: 'Exit' })
    const names = async (body: object) => {
      const { features } = JSON.parse(await files.exportText(body))
      return features.map((feature: { properties: { name: string } }) => feature.properties.name)
    }
    expect(await names({})).toEqual(['Drug store', 'Exit'])
    expect(await names({ ids: [_id, '000000000000000000000000', 'none'] })).toEqual(['Drug store'])
    expect(await names({ MapId: 'm1', ids: [] })).toEqual([])
    expect((await files.hospital.post('export', { MapId: 'nowhere' })).status).toBe(404)
    expect((await files.hospital.post('export', { ids: 'all' })).status).toBe(400)
  })

  test('hides patients from people without the flag', async () => {
    await files.add({ Name: 'Maternity', AssetTypes: ['Patient'] })
    await files.add({ Name: 'Doorway', AssetTypes: ['Equipment', 'Patient'] })
    const text = await files.exportText({}, files.hospital.people.noPatients)
    expect(text).not.toContain('Maternity')
    expect(text).not.toContain('Patient')
    expect(text).toContain('Doorway')
  })
})

test('imports an export again without changes to any shape or setting', async () => {
  for (const [Name, Coordinates] of Object.entries(SHAPES))
    await files.add({ Name, Coordinates, EntryTriggerWaitTime: 12, Enabled: Name !== 'Box' })
  const before = (await files.hospital.get('get')).body.data
  const file = JSON.parse(await files.exportText({ MapId: 'm1' }))
  await files.hospital.parts.db.driver.geofences.deleteMany()
  files.announcements.length = 0
  const { status, body } = await files.importFile(file)
  expect([status, body.message]).toEqual([200, messages.geofencesCreated])
  const after = (await files.hospital.get('get')).body.data
  expect(after.map(withoutTimes)).toEqual(before.map(withoutTimes))
  expect(body.data).toEqual(after)
  expect(files.announcements).toEqual([{ what: 'geofences' }])
  const again = JSON.parse(await files.exportText({ MapId: 'm1' }))
  const withoutIds = (features: { id: string }[]) => features.map(({ id: _id, ...members }) => members)
  expect(withoutIds(again.features)).toEqual(withoutIds(file.features))
  await files.hospital.parts.access.audit.flush()
  const entry = await files.hospital.parts.db.driver.audit.findOne({ action: 'POST /geofence/import' })
  expect(entry).toMatchObject({
    outcome: 'ok',
    target: { type: 'map', id: 'm1' },
    details: { created: 3 },
  })
})

test('requires a fence page for exports and the drawing page for imports', async () => {
  const lister = await files.hospital.people.signIn({ username: 'lister', pages: ['geofencelist'] })
  const drawer = await files.hospital.people.signIn({ username: 'drawer', pages: ['geofencing'] })
  const outsider = await files.hospital.people.signIn({ username: 'outsider', pages: ['devices'] })
  const file = polygon('One')
  for (const path of ['export', 'import', 'import/check'] as const) {
    const statusFor = async (as: Headers) =>
      (await files.hospital.post(path, { MapId: 'm1', file }, as)).status
    expect([path, await statusFor({}), await statusFor(outsider)]).toEqual([path, 401, 403])
    expect([path, await statusFor(lister)]).toEqual([path, path === 'export' ? 200 : 403])
    expect([path, await statusFor(drawer)]).toEqual([path, 200])
    await files.hospital.parts.db.driver.geofences.deleteMany()
  }
})

const withoutTimes = ({
  _id,
  createdAt: _created,
  updatedAt: _updated,
  ...members
}: Record<string, unknown>) => members
