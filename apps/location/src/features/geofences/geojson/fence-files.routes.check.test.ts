import { FENCE_FILE, messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  collection,
  type FileTest,
  feature,
  openFileTest,
  type Position,
  polygon,
  RING,
  SETTINGS,
} from './testing/open-file-test.ts'

let files: FileTest

beforeAll(async () => {
  files = await openFileTest()
})
beforeEach(() => files.clear())
afterAll(() => files.hospital.close())

const SQUARE: Position[] = [
  [0, 0],
  [5, 0],
  [5, 5],
  [0, 5],
  [0, 0],
]
describe('check', () => {
  test('returns the result of each feature and stores nothing', async () => {
    const file = collection(
      polygon('Bent'),
      feature('Round', { type: 'Point', coordinates: [10, 10] }, { radius: 2, wardtrack: undefined }),
      feature('Wrapped', {
        type: 'MultiPolygon',
        coordinates: [[[...SQUARE]]],
      }),
    )
    const { status, body } = await files.check(file)
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        name: 'Bent',
        Coordinates: expect.objectContaining({ shape: 'polygon', w: 200, h: 300 }),
        hasSettings: true,
        errors: [],
      },
      {
        name: 'Round',
        Coordinates: expect.objectContaining({ shape: 'circle', radius: 20 }),
        hasSettings: false,
        errors: [],
      },
      {
        name: 'Wrapped',
        Coordinates: { x: 0, y: 0, x2: 50, y2: 50, w: 50, h: 50 },
        hasSettings: true,
        errors: [],
      },
    ])
    expect([await files.storedNames(), files.announcements]).toEqual([[], []])
  })

  test('accepts fences in the format of an omlox hub', async () => {
    const fence = {
      id: 'a',
      region: { type: 'Point', coordinates: [5, 5] },
      radius: 2,
      crs: 'local',
      name: 'Hub',
    }
    for (const file of [fence, [fence], polygon('Hub')]) {
      const { body } = await files.check(file)
      expect(body.data).toMatchObject([{ name: 'Hub', errors: [] }])
    }
  })

  const corners = (...ring: Position[]) => polygon('Bad', ring)
  test.each<[string, unknown, string, string]>([
    [
      'edges that cross',
      corners([0, 0], [10, 10], [10, 0], [0, 10], [0, 0]),
      'geometry.coordinates.0.2',
      messages.fenceCrossesItself,
    ],
    [
      'a corner off the image',
      corners([0, 0], [10, 0], [90, 10], [0, 0]),
      'geometry.coordinates.0.2',
      messages.fenceOutside,
    ],
    [
      'less than a square metre',
      corners([0, 0], [1, 0], [1, 0.9], [0, 0.9], [0, 0]),
      'geometry.coordinates',
      messages.fenceTooSmall,
    ],
    [
      'a ring that is open',
      corners([0, 0], [10, 0], [10, 10], [0, 10]),
      'geometry.coordinates.0',
      messages.geojsonRing,
    ],
    ['two corners', corners([0, 0], [10, 0], [0, 0]), 'geometry.coordinates.0', messages.geojsonRing],
    [
      '201 corners',
      polygon('Bad', [...Array.from({ length: 201 }, (_, index) => [index, 1]), [0, 1]]),
      'geometry.coordinates.0',
      messages.fenceCorners,
    ],
    [
      'degrees as text',
      polygon('Bad', [
        ['0', 0],
        [10, 0],
        [10, 10],
        [0, 0],
      ]),
      'geometry.coordinates.0.0.0',
      messages.geojsonPosition,
    ],
    [
      'holes',
      feature('Bad', { type: 'Polygon', coordinates: [RING, RING] }),
      'geometry.coordinates',
      messages.geojsonHoles,
    ],
    [
      'several polygons',
      feature('Bad', { type: 'MultiPolygon', coordinates: [[RING], [RING]] }),
      'geometry.coordinates',
      messages.geojsonSeveralPolygons,
    ],
    [
      'a line',
      feature('Bad', { type: 'LineString', coordinates: RING }),
      'geometry.type',
      messages.geojsonGeometry,
    ],
    [
      'no geometry',
      { type: 'Feature', properties: { name: 'Bad', crs: 'local' } },
      'geometry',
      messages.geojsonGeometry,
    ],
    [
      'a point without a radius',
      feature('Bad', { type: 'Point', coordinates: [10, 10] }),
      'properties.radius',
      messages.geojsonRadius,
    ],
    [
      'a radius of nothing',
      feature('Bad', { type: 'Point', coordinates: [10, 10] }, { radius: 0 }),
      'properties.radius',
      messages.geojsonRadius,
    ],
    [
      'a circle off the image',
      feature('Bad', { type: 'Point', coordinates: [10, 10] }, { radius: 11 }),
      'properties.radius',
      messages.fenceOutside,
    ],
    ['degrees', polygon('Bad', RING, { crs: 'EPSG:4326' }), 'properties.crs', messages.geojsonCrs],
    ['no crs', polygon('Bad', RING, { crs: undefined }), 'properties.crs', messages.geojsonCrs],
    ['no name', polygon(undefined), 'properties.name', messages.geofenceName],
    [
      'an unknown asset type',
      polygon('Bad', RING, { wardtrack: { ...SETTINGS, AssetTypes: ['Equipment', 'Robot'] } }),
      'properties.wardtrack.AssetTypes.1',
      messages.assetTypeUnknown,
    ],
    [
      'no trigger',
      polygon('Bad', RING, { wardtrack: { ...SETTINGS, EntryTrigger: false } }),
      'properties.wardtrack.EntryTrigger',
      messages.triggerNeeded,
    ],
    [
      'a wait that is none',
      polygon('Bad', RING, { wardtrack: { ...SETTINGS, EntryTriggerWaitTime: 2.5 } }),
      'properties.wardtrack.EntryTriggerWaitTime',
      messages.waitRule,
    ],
    ['a text', 'Bad', '', messages.geojsonFeature],
  ])('reports %s, and an import of it stores nothing', async (_, bad, path, message) => {
    const { body } = await files.check(collection(polygon('Good'), bad))
    expect(body.data[0].errors).toEqual([])
    expect(body.data[1].errors).toContainEqual({ path, message })
    const refused = await files.importFile(collection(polygon('Good'), bad))
    expect([refused.status, refused.body.message]).toEqual([400, messages.fillCorrectly])
    expect(refused.body.errors).toContainEqual({ path: path === '' ? 'file.1' : `file.1.${path}`, message })
    expect([await files.storedNames(), files.announcements]).toEqual([[], []])
    const chosen = await files.importFile(collection(polygon('Good'), bad), { chosen: [0] })
    expect([chosen.status, await files.storedNames()]).toEqual([200, ['Good']])
  })

  test.each<[string, unknown, string]>([
    ['no GeoJSON', { name: 'plan' }, messages.geojsonUnreadable],
    ['a geometry alone', { type: 'Polygon', coordinates: [RING] }, messages.geojsonUnreadable],
    ['features that are no list', { type: 'FeatureCollection', features: {} }, messages.geojsonUnreadable],
    ['no features', collection(), messages.geojsonEmpty],
    [
      'too many features',
      collection(...Array.from({ length: FENCE_FILE.mostFeatures + 1 }, () => null)),
      messages.geojsonTooMany,
    ],
  ])('refuses a file with %s', async (_, file, message) => {
    for (const answer of [await files.check(file), await files.importFile(file)]) {
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ path: 'file', message }])
    }
    expect(await files.storedNames()).toEqual([])
  })

  test('refuses a body above the maximum file size', async () => {
    const { status, body } = await files.check(
      collection(polygon('x'.repeat(FENCE_FILE.mostBytes + 100_000))),
    )
    expect([status, body.code]).toEqual([413, 'too_large'])
  })

  test('reports names that are taken on the map or repeated in the file', async () => {
    await files.add({ Name: 'Drug store' })
    const file = collection(polygon('drug STORE'), polygon('Twice'), polygon('twice'))
    const { body } = await files.check(file)
    expect(body.data.map(({ errors }: { errors: object[] }) => errors)).toEqual([
      [{ path: 'properties.name', message: messages.geofenceNameTaken }],
      [],
      [{ path: 'properties.name', message: messages.geojsonNameRepeated }],
    ])
    const refused = await files.importFile(file)
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'file.0.properties.name',
      'file.2.properties.name',
    ])
    expect(await files.storedNames()).toEqual(['Drug store'])
    expect((await files.importFile(file, { chosen: [2] })).status).toBe(200)
    expect(await files.storedNames()).toEqual(['Drug store', 'twice'])
  })
})
