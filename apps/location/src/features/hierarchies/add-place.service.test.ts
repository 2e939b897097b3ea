import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

const add = (body: object, headers = hospital.people.admin) =>
  request(hospital.app).post('/location/api/hierarchy/addPlace').set(headers).send(body)
const stored = (hierarchyId: string) =>
  hospital.parts.db.driver.places.findOne({ provider: 'rtls', hierarchyId })
const count = () => hospital.parts.db.driver.places.countDocuments({})

it('adds a place with an id derived from its path, and announces it', async () => {
  const changes: string[] = []
  hospital.parts.bus.subscribe('config.changed', ({ what }) => void changes.push(what))
  const answer = await add({ fullName: ['St. Élise', ' Annex ', 'Level 1'] })
  expect([answer.status, answer.body.message]).toEqual([200, 'Place added.'])
  expect(answer.body.data).toMatchObject({
    hierarchyId: 'st-elise-annex-level-1',
    fullName: ['St. Élise', 'Annex', 'Level 1'],
    mapId: null,
    mappings: {},
  })
  expect(await stored('st-elise-annex-level-1')).toMatchObject({ Depth: 3, provider: 'rtls' })
  expect(changes).toContain('maps')
  const read = await request(hospital.app)
    .get('/location/api/hierarchy/getLocationHierarchyById/st-elise-annex-level-1')
    .set(hospital.people.admin)
  expect(read.body.data.fullDisplayName).toBe('St. Élise>Annex>Level 1')
})

it('gives distinct ids to two paths that normalise to the same text', async () => {
  const ids = await Promise.all(
    [['A b'], ['A', 'b'], ['a-B']].map(
      async (fullName) => (await add({ fullName })).body.data.hierarchyId as string,
    ),
  )
  expect(new Set(ids)).toEqual(new Set(['a-b', 'a-b-2', 'a-b-3']))
  expect((await add({ fullName: ['病院'] })).body.data.hierarchyId).toBe('place')
})

it('refuses an existing path and changes nothing', async () => {
  await add({ fullName: ['Once', 'Here'] })
  const before = await count()
  const again = await add({ fullName: ['Once', 'Here'] })
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'duplicate',
    'A place with this name already exists.',
  ])
  expect(await count()).toBe(before)
})

it.each([
  [{}, 'fullName'],
  [{ fullName: [] }, 'fullName'],
  [{ fullName: ['S', ' '] }, 'fullName.1'],
  [{ fullName: 'S' }, 'fullName'],
  [{ fullName: Array(21).fill('S') }, 'fullName'],
  [{ fullName: [{ $ne: 1 }] }, 'fullName.0'],
])('refuses %j', async (body, path) => {
  const before = await count()
  const answer = await add(body)
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, path])
  expect(await count()).toBe(before)
})

it('requires the hierarchy page', async () => {
  const drawer = await hospital.people.signIn({ username: 'draws fences', pages: ['geofencing'] })
  expect((await add({ fullName: ['Not'] }, drawer)).status).toBe(403)
  expect((await add({ fullName: ['Not'] }, {})).status).toBe(401)
  expect(await stored('not')).toBeNull()
})
