import type { Headers } from '@wardtrack/test-kit'
import { type AlertTest, openAlertTest } from '../../../../testing/open-alert-test.ts'

/** A position of GeoJSON: x and y in metres. */
export type Position = [number, number]
/** A closed L-shaped ring on the test map. */
export const RING: Position[] = [
  [0, 0],
  [20, 0],
  [20, 10],
  [10, 10],
  [10, 30],
  [0, 30],
  [0, 0],
]
/** Required settings of a fence in a feature. */
export const SETTINGS = { Type: 'Safe', AssetTypes: ['Equipment'], EntryTrigger: true, ExitTrigger: false }

/** Returns a feature in metres, with settings. */
export const feature = (name: unknown, geometry: object, properties: object = {}) => ({
  type: 'Feature',
  geometry,
  properties: { name, crs: 'local', wardtrack: SETTINGS, ...properties },
})
/** Returns a {@link feature} with one ring. */
export const polygon = (name: unknown, ring: unknown[] = RING, properties: object = {}) =>
  feature(name, { type: 'Polygon', coordinates: [ring] }, properties)
/** Returns a file of features. */
export const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features })

/** Opens the hospital of the alert tests with shortcuts for fence files of its map m1. */
export async function openFileTest() {
  const hospital = await openAlertTest()
  const announcements: unknown[] = []
  hospital.parts.bus.subscribe('config.changed', (change) => announcements.push(change))
  return {
    hospital,
    /** announced changes of the configuration, in order */
    announcements,
    /** deletes all fences */
    clear: async () => {
      await hospital.parts.db.driver.geofences.deleteMany()
      announcements.length = 0
    },
    check: (file: unknown, as?: Headers) => hospital.post('import/check', { MapId: 'm1', file }, as),
    importFile: (file: unknown, members: object = {}, as?: Headers) =>
      hospital.post('import', { MapId: 'm1', file, ...members }, as),
    /** returns the text of an export */
    exportText: async (body: object = {}, as?: Headers): Promise<string> =>
      (await hospital.post('export', body, as).buffer(true).parse(readText)).body as string,
    add: (members: object) => addFence(hospital, members),
    storedNames: async () =>
      (await hospital.parts.db.driver.geofences.find().sort({ Name: 1 }).toArray()).map(({ Name }) => Name),
  }
}

/** Result of {@link openFileTest}. */
export type FileTest = Awaited<ReturnType<typeof openFileTest>>

async function addFence(hospital: AlertTest, members: object): Promise<{ _id: string }> {
  const { body } = await hospital.post('add', {
    Name: 'Drug store',
    MapId: 'm1',
    Coordinates: { x: 10, y: 20, w: 100, h: 50 },
    ...SETTINGS,
    ...members,
  })
  return body as { _id: string }
}

function readText(answer: unknown, done: (error: Error | null, body: string) => void): void {
  const stream = answer as NodeJS.ReadableStream
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (piece: string) => {
    text += piece
  })
  stream.on('end', () => done(null, text))
}
