import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'

const SAVE = 'hierarchy/modifyRtlsHierarchy'
const TAKEN = 'This provider place is already mapped to another place.'
let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
  await p.pushPlaces(
    ['cisco', 'centrak'].flatMap((provider) =>
      ['A', 'B', 'C'].map((hierarchyId) => ({ provider, hierarchyId, fullName: ['Campus', hierarchyId] })),
    ),
  )
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.parts.db.driver.places.updateMany({}, { $unset: { mappings: '', MappingKeys: '' } })
})

const save = (hierarchyId: string, mappings: unknown, headers = hospital.people.admin) =>
  p.post(SAVE, { hierarchyId, mappings }, headers)
const to = (hierarchyId: string, scaling?: object) => ({ hierarchyId, ...(scaling ? { scaling } : {}) })
const unscaled = { x: 1, y: 1 }

describe('saving the mapping of a place', () => {
  it('stores the place of each provider, with a scaling of 1 by default, and announces the change', async () => {
    const place = await p.stored('room-1')
    let res: Awaited<ReturnType<typeof save>> | undefined
    const published = await p.changesDuring(async () => {
      res = await p.post(SAVE, {
        hierarchyId: 'room-1',
        fullName: ['is', 'ignored'],
        mappings: { CISCO: to('A', { x: 2.5 }), centrak: to('B') },
      })
    })
    const mappings = {
      cisco: { hierarchyId: 'A', scaling: { x: 2.5, y: 1 } },
      centrak: { hierarchyId: 'B', scaling: unscaled },
    }
    expect(res?.status).toBe(200)
    expect(res?.body).toEqual({
      err: 0,
      message: 'Mapping saved.',
      data: {
        _id: place?._id.toHexString(),
        hierarchyId: 'room-1',
        mapId: null,
        fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', 'Room 1'],
        mappings,
      },
    })
    expect(await p.stored('room-1')).toMatchObject({
      mappings,
      MappingKeys: ['cisco|A', 'centrak|B'],
      fullName: place?.fullName,
    })
    expect(published).toEqual(['maps'])
    const listed = await p.get('hierarchy/rtlsHierarchies')
    expect(listed.body.data.find((each: { hierarchyId: string }) => each.hierarchyId === 'room-1')).toEqual(
      res?.body.data,
    )
  })

  it('replaces the whole mapping: an omitted or null provider is removed and its place becomes free', async () => {
    await save('room-1', { cisco: to('A'), centrak: to('B') }).expect(200)
    await save('room-1', { cisco: to('C'), centrak: null }).expect(200)
    expect((await p.stored('room-1'))?.MappingKeys).toEqual(['cisco|C'])
    await save('unit-1', { cisco: to('A'), centrak: to('B') }).expect(200)
    await save('room-1', {}).expect(200)
    await save('unit-1', {}).expect(200)
    for (const id of ['room-1', 'unit-1']) {
      const place = await p.stored(id)
      expect(place && 'mappings' in place).toBe(false)
      expect(place && 'MappingKeys' in place).toBe(false)
    }
  })

  it('can be repeated, and the mapping survives another push of the place', async () => {
    for (const _repeat of [1, 2]) await save('room-1', { cisco: to('A') }).expect(200)
    await p.pushPlaces([
      { hierarchyId: 'room-1', fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', 'Room 1'] },
    ])
    const mapping = { hierarchyId: 'A', scaling: unscaled, imageSize: '' }
    expect((await p.stored('room-1'))?.mappings).toEqual({ cisco: mapping })
  })
})

describe('exclusive mapping', () => {
  it('refuses a provider place that another place uses, and stores nothing of the request', async () => {
    await save('room-1', { cisco: to('A') }).expect(200)
    const res = await save('unit-1', { centrak: to('A'), cisco: to('A') })
    expect(res.status).toBe(409)
    expect(res.body).toMatchObject({
      err: 1,
      code: 'duplicate',
      message: TAKEN,
      errors: [{ path: 'mappings.cisco.hierarchyId', message: TAKEN }],
    })
    expect((await p.stored('unit-1'))?.mappings).toBeUndefined()
    expect((await p.stored('unit-1'))?.MappingKeys).toBeUndefined()
  })

  it('lets one of many concurrent requests succeed and refuses the others', async () => {
    const ids = ['site', 'floor-1', 'unit-1', 'room-1', 'floor-2']
    const answers = await Promise.all(ids.map((id) => save(id, { cisco: to('B'), centrak: to('C') })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await hospital.parts.db.driver.places.countDocuments({ MappingKeys: 'cisco|B' })).toBe(1)
    expect(await hospital.parts.db.driver.places.countDocuments({ mappings: { $exists: true } })).toBe(1)
  })
})

describe('a refused mapping', () => {
  it.each([
    ['without a place', { mappings: {} }, 'hierarchyId'],
    ['without mappings', { hierarchyId: 'room-1' }, 'mappings'],
    ['with a list for mappings', { hierarchyId: 'room-1', mappings: [] }, 'mappings'],
    ['with text for a mapping', { hierarchyId: 'room-1', mappings: { cisco: 'A' } }, 'mappings.cisco'],
    [
      'without the place of the provider',
      { hierarchyId: 'room-1', mappings: { cisco: {} } },
      'mappings.cisco.hierarchyId',
    ],
    [
      'with an operator for it',
      { hierarchyId: 'room-1', mappings: { cisco: { hierarchyId: { $ne: 1 } } } },
      'mappings.cisco.hierarchyId',
    ],
    [
      'with a scaling of 0',
      { hierarchyId: 'room-1', mappings: { cisco: to('A', { x: 0 }) } },
      'mappings.cisco.scaling.x',
    ],
    [
      'with a negative scaling',
      { hierarchyId: 'room-1', mappings: { cisco: to('A', { y: -1 }) } },
      'mappings.cisco.scaling.y',
    ],
    [
      'with text for a scaling',
      { hierarchyId: 'room-1', mappings: { cisco: to('A', { y: '1' }) } },
      'mappings.cisco.scaling.y',
    ],
    ['with a provider that is none', { hierarchyId: 'room-1', mappings: { 'a.b': to('A') } }, 'mappings.a.b'],
    [
      'with an operator for a provider',
      { hierarchyId: 'room-1', mappings: { $set: to('A') } },
      'mappings.$set',
    ],
    [
      'with the internal hierarchy for a provider',
      { hierarchyId: 'room-1', mappings: { rtls: to('site') } },
      'mappings.rtls',
    ],
    [
      'that names a provider twice',
      { hierarchyId: 'room-1', mappings: { cisco: to('A'), Cisco: to('A') } },
      'mappings.Cisco',
    ],
  ])('%s is 400 with its path', async (_title, body, path) => {
    const res = await p.post(SAVE, body)
    expect(res.status).toBe(400)
    expect(res.body).toMatchObject({ code: 'validation', errors: [{ path }] })
    expect(res.body.message).toBe(res.body.errors[0].message)
    expect(await hospital.parts.db.driver.places.countDocuments({ mappings: { $exists: true } })).toBe(0)
  })

  it("of an unknown place, of a provider's place, or to an unknown place is 404", async () => {
    for (const id of ['nowhere', 'A', '../room-1']) {
      const res = await save(id, {})
      expect([res.status, res.body.code]).toEqual([404, 'not_found'])
    }
    const res = await save('room-1', { cisco: to('A'), centrak: to('Z'), unheard: to('A') })
    expect(res.status).toBe(404)
    expect(res.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'mappings.centrak.hierarchyId',
      'mappings.unheard.hierarchyId',
    ])
    expect((await p.stored('room-1'))?.mappings).toBeUndefined()
  })

  it('is 403 with a page that only shows places, and 401 without a session or with a key', async () => {
    const viewer = await hospital.people.signIn({
      username: 'viewer',
      pages: ['view-map', 'geofencing', 'map-marking'],
    })
    expect((await save('room-1', { cisco: to('A') }, viewer)).status).toBe(403)
    expect((await save('room-1', { cisco: to('A') }, {})).status).toBe(401)
    expect((await save('room-1', { cisco: to('A') }, hospital.people.key)).status).toBe(401)
    expect((await p.stored('room-1'))?.mappings).toBeUndefined()
  })
})

it("records the place's id in the audit log, but never its name", async () => {
  await save('room-1', { cisco: to('A') }).expect(200)
  await hospital.parts.access.audit.flush()
  const place = await p.stored('room-1')
  const rows = await hospital.parts.db.driver.audit.find().sort({ _id: -1 }).limit(1).toArray()
  expect(JSON.stringify(rows)).toContain(place?._id.toHexString())
  expect(JSON.stringify(rows)).not.toContain('Room 1')
})
