import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let events: string[] = []
beforeAll(async () => {
  api = await openApiTest()
  api.parts.bus.subscribe('asset.changed', ({ changes }) =>
    events.push(...changes.map(({ AssetId, change }) => `${AssetId} ${change}`)),
  )
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'E', AssetName: 'Pump' },
    { AssetType: 'Equipment', AssetId: 'E2' },
    { AssetType: 'Clinician', AssetId: 'C', AssetName: 'Adams' },
    { AssetType: 'Patient', AssetId: 'P', AssetName: 'Zoe' },
  ])
})
beforeEach(() => {
  events = []
})
afterAll(() => api.close())

type Name = [string, string]
const association = (from: Name, to: Name, action = 'link') => ({
  from: { AssetType: from[0], AssetId: from[1] },
  to: { AssetType: to[0], AssetId: to[1] },
  action,
})
const push = async (items: unknown) =>
  (await api.post('/api/ingest/associations', items, api.people.key)).body
const linksOf = async (AssetId: string) =>
  (await api.parts.db.driver.assets.findOne({ AssetId }))?.Fields.Mappings ?? {}
const E: Name = ['Equipment', 'E']
const C: Name = ['Clinician', 'C']
const P: Name = ['Patient', 'P']

test('both assets store a link once, with their names, and the bus reports both', async () => {
  expect(await push(association(E, C))).toMatchObject({ accepted: 1, refused: 0 })
  expect(events.sort()).toEqual(['C mapping', 'E mapping'])
  events = []
  expect(await push([association(E, C), association(C, E)])).toMatchObject({ accepted: 2 })
  expect(await linksOf('E')).toEqual({
    Clinician: [{ AssetType: 'Clinician', AssetId: 'C', Fields: { AssetName: 'Adams' } }],
  })
  expect(await linksOf('C')).toEqual({
    Equipment: [{ AssetType: 'Equipment', AssetId: 'E', Fields: { AssetName: 'Pump' } }],
  })
  expect(events).toEqual([])
})

test('a new name updates the links of other assets', async () => {
  await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'E', AssetName: 'Pump renamed' }])
  expect((await linksOf('C'))['Equipment']?.[0]?.Fields).toEqual({ AssetName: 'Pump renamed' })
})

test('an unlink ends the link on both sides, and a second one is no error', async () => {
  expect(await push(association(C, E, 'unlink'))).toMatchObject({ accepted: 1 })
  expect((await linksOf('E'))['Clinician']).toEqual([])
  expect((await linksOf('C'))['Equipment']).toEqual([])
  expect(await push(association(C, E, 'unlink'))).toMatchObject({ accepted: 1 })
})

test('applies items about one pair in order', async () => {
  await push([association(E, P), association(E, P, 'unlink'), association(P, E)])
  expect((await linksOf('P'))['Equipment']).toHaveLength(1)
  await push([association(E, P), association(E, P, 'unlink')])
  expect((await linksOf('P'))['Equipment']).toEqual([])
})

test('concurrent requests leave one link', async () => {
  await Promise.all(Array.from({ length: 6 }, () => push(association(C, P))))
  expect((await linksOf('C'))['Patient']).toHaveLength(1)
  expect((await linksOf('P'))['Clinician']).toHaveLength(1)
})

test.each([
  [association(E, ['Equipment', 'E2']), 'to.AssetType'],
  [association(E, E), 'to.AssetType'],
  [association(E, ['Spaceship', 'S']), 'to.AssetType'],
  [association(E, ['Clinician', 'none']), 'to.AssetId'],
  [association(['Equipment', 'none'], C), 'from.AssetId'],
  [association(E, C, 'marry'), 'action'],
  [{ from: E, to: C, action: 'link' }, 'from'],
])('refuses %j and changes nothing', async (invalidItem, path) => {
  const before = await linksOf('E')
  const answer = await push([invalidItem])
  expect(answer).toMatchObject({ accepted: 0, refused: 1 })
  expect(answer.errors[0]).toMatchObject({ code: 'validation', path })
  expect(await linksOf('E')).toEqual(before)
  expect(events).toEqual([])
})
