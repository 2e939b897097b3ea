import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collection, type FileTest, openFileTest, polygon, RING, SETTINGS } from './testing/open-file-test.ts'

let files: FileTest

beforeAll(async () => {
  files = await openFileTest()
})
beforeEach(() => files.clear())
afterAll(() => files.hospital.close())

describe('import', () => {
  const bare = (name: string) => polygon(name, RING, { wardtrack: undefined })

  test('fills in settings that a feature leaves open, and lets the feature override them', async () => {
    const partly = polygon('Partly', RING, { wardtrack: { Type: 'Storage', ExitTriggerWaitTime: 3 } })
    const settings = { ...SETTINGS, ExitTrigger: true, ExitTriggerWaitTime: 9, Enabled: false }
    const { status, body } = await files.importFile(collection(bare('Bare'), partly), { settings })
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { Name: 'Bare', ...settings, EntryTriggerWaitTime: 0 },
      { Name: 'Partly', ...settings, Type: 'Storage', ExitTriggerWaitTime: 3 },
    ])
  })

  test.each<[string, object, string, string]>([
    ['none where they are needed', {}, 'file.0.properties.wardtrack', messages.fieldRequired],
    [
      'an unknown asset type',
      { settings: { ...SETTINGS, AssetTypes: ['Robot'] } },
      'settings.AssetTypes.0',
      messages.assetTypeUnknown,
    ],
    [
      'no trigger',
      { settings: { ...SETTINGS, EntryTrigger: false } },
      'settings.EntryTrigger',
      messages.triggerNeeded,
    ],
    ['no type', { settings: { ...SETTINGS, Type: ' ' } }, 'settings.Type', messages.geofenceType],
  ])('refuses settings: %s', async (_, members, path, message) => {
    const { status, body } = await files.importFile(bare('Bare'), members)
    expect([status, body.errors]).toEqual([400, [{ path, message }]])
    expect(await files.storedNames()).toEqual([])
  })

  test('refuses triggers that file and settings disable together', async () => {
    const half = polygon('Half', RING, { wardtrack: { EntryTrigger: false } })
    const { body } = await files.importFile(half, { settings: { ...SETTINGS } })
    expect(body.errors).toEqual([
      { path: 'file.0.properties.wardtrack.EntryTrigger', message: messages.triggerNeeded },
    ])
    expect(await files.storedNames()).toEqual([])
  })

  test.each<[object, string, string]>([
    [{ chosen: [1] }, 'file.1', messages.geojsonNotThere],
    [{ chosen: [] }, 'chosen', messages.geojsonNoneChosen],
  ])('refuses %j', async (members, path, message) => {
    const { status, body } = await files.importFile(polygon('One'), members)
    expect([status, body.errors]).toEqual([400, [{ path, message }]])
    expect(await files.storedNames()).toEqual([])
  })

  test('on an unknown map is 404', async () => {
    for (const path of ['import', 'import/check']) {
      const { status } = await files.hospital.post(path, { MapId: 'nowhere', file: polygon('One') })
      expect(status).toBe(404)
    }
    expect(await files.storedNames()).toEqual([])
  })

  test("stores no fence when the file exceeds the map's fence limit", async () => {
    const { mapFences } = files.hospital.parts.limits
    files.hospital.parts.limits.mapFences = 2
    try {
      await files.add({})
      const { status, body } = await files.importFile(collection(polygon('One'), polygon('Two')))
      expect([status, body.message]).toEqual([409, messages.tooManyMapFences])
      expect(await files.storedNames()).toEqual(['Drug store'])
    } finally {
      files.hospital.parts.limits.mapFences = mapFences
    }
  })

  test('stores no fence when somebody takes one of the names at the same time', async () => {
    const file = collection(...Array.from({ length: 30 }, (_, index) => polygon(`Fence ${index}`)))
    const answers = await Promise.all([files.importFile(file), files.importFile(file)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await files.storedNames()).toHaveLength(statuses.includes(200) ? 30 : 0)
  })

  test('treats Patient as an unknown type without the patient-data flag', async () => {
    const file = polygon('Ward', RING, { wardtrack: { ...SETTINGS, AssetTypes: ['Patient'] } })
    const { status, body } = await files.importFile(file, {}, files.hospital.people.noPatients)
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'file.0.properties.wardtrack.AssetTypes.0', message: messages.assetTypeUnknown }],
    ])
    expect((await files.importFile(file)).status).toBe(200)
    const free = await files.check(polygon('Ward'), files.hospital.people.noPatients)
    expect(free.body.data[0].errors).toEqual([])
  })
})
