import { Types } from '@wardtrack/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'

const SAVE = 'provider/saveHierarchies'
const LIST = 'hierarchy/markedMonitors/get'
const REMOVE = 'hierarchy/markedMonitors'
let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
  await p.pushPlaces([{ hierarchyId: 'floor-3', fullName: ['Northfield', 'Tower', 'Floor 3'], mapId: 'm3' }])
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.parts.db.driver.monitors.deleteMany()
})

// m1 is 50 m by 30 m without an image: 500 by 300 pixels.
const mark = (members: object = {}) => ({
  hierarchyId: 'cisco-M1',
  provider: 'cisco',
  mapId: 'm1',
  type: 'monitor',
  xCoordinate: 100,
  yCoordinate: 40,
  ...members,
})
const all = () => hospital.parts.db.driver.monitors.find().sort({ _id: 1 }).toArray()
const unchanged = async (change: () => PromiseLike<unknown>) => {
  const before = await all()
  await change()
  expect(await all()).toEqual(before)
}

describe('marking monitors', () => {
  it('stores them in pixels of the map, with the provider in lower case, and announces the change', async () => {
    let res: Awaited<ReturnType<typeof p.post>> | undefined
    const sent = [
      mark({ hierarchyId: 'CISCO-M1', provider: ' Cisco ' }),
      mark({ hierarchyId: 'cisco-b-2', mapId: 'm3', xCoordinate: 0, yCoordinate: 1000 }),
    ]
    const published = await p.changesDuring(async () => {
      res = await p.post(SAVE, sent)
    })
    const first = mark({ hierarchyId: 'cisco-M1' })
    const second = sent[1]
    expect(res?.status).toBe(200)
    expect(res?.body).toEqual({ err: 0, message: 'Monitor Marked Successfully!', data: [first, second] })
    expect(published).toEqual(['maps'])
    expect(await all()).toMatchObject([{ _id: 'cisco-b-2' }, { _id: 'cisco-m1', hierarchyId: 'cisco-M1' }])
    expect((await p.get(`${LIST}/m1`)).body).toEqual({ data: [first] })
    expect((await p.get(`${LIST}/m3`)).body).toEqual({ data: [second] })
  })

  it('accepts one without a type, and moves it when it is marked again, whatever the case of its id', async () => {
    const { type: _type, ...withoutType } = mark()
    await p.post(SAVE, withoutType).expect(200)
    await p.post(SAVE, mark({ hierarchyId: 'cisco-m1', mapId: 'm3', xCoordinate: 7.00049 })).expect(200)
    expect(await all()).toEqual([
      {
        _id: 'cisco-m1',
        hierarchyId: 'cisco-m1',
        provider: 'cisco',
        mapId: 'm3',
        xCoordinate: 7,
        yCoordinate: 40,
      },
    ])
    expect((await p.get(`${LIST}/m1`)).body).toEqual({ data: [] })
  })

  it('accepts both edges of the map', async () => {
    const edges = [
      mark({ hierarchyId: 'cisco-1', xCoordinate: 0, yCoordinate: 0 }),
      mark({ hierarchyId: 'cisco-2', xCoordinate: 500, yCoordinate: 300 }),
    ]
    await p.post(SAVE, edges).expect(200)
    expect(await all()).toHaveLength(2)
  })

  it('accepts at most 500 per request', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => mark({ hierarchyId: `cisco-${n}` }))
    expect((await p.post(SAVE, many(501))).status).toBe(400)
    expect(await all()).toHaveLength(0)
    await p.post(SAVE, many(500)).expect(200)
    expect(await all()).toHaveLength(500)
  })
})

describe('a refused mark', () => {
  it.each([
    ['an empty list', [], ''],
    ['text', '"text"', ''],
    ['a mark without its id', mark({ hierarchyId: undefined }), 'hierarchyId'],
    ['an id without a monitor', mark({ hierarchyId: 'cisco-' }), 'hierarchyId'],
    ['an id of another provider', mark({ hierarchyId: 'centrak-M1' }), 'hierarchyId'],
    ['an id without its provider', mark({ hierarchyId: 'M1' }), 'hierarchyId'],
    ['a mark without provider', mark({ provider: '' }), 'provider'],
    ['a provider that is none', mark({ provider: '../x', hierarchyId: '../x-1' }), 'provider'],
    ['another type', mark({ type: 'door' }), 'type'],
    ['text for a coordinate', mark({ xCoordinate: '100' }), 'xCoordinate'],
    ['no coordinate', mark({ yCoordinate: undefined }), 'yCoordinate'],
    ['a click left of the image', mark({ xCoordinate: -1 }), 'xCoordinate'],
    ['a click below the image', mark({ yCoordinate: 300.01 }), 'yCoordinate'],
    ['one of a list outside', [mark(), mark({ hierarchyId: 'cisco-2', xCoordinate: 501 })], '1.xCoordinate'],
    ['a broken one in a list', [mark(), { ...mark(), xCoordinate: null }], '1.xCoordinate'],
    [
      'a monitor twice in a list',
      [mark(), mark({ hierarchyId: 'cisco-m1', xCoordinate: 1 })],
      '1.hierarchyId',
    ],
  ])('%s is 400 with its path, and nothing is stored', async (_title, body, path) => {
    await p.post(SAVE, mark({ hierarchyId: 'cisco-old' })).expect(200)
    await unchanged(async () => {
      const res = await p.post(SAVE, body).set('content-type', 'application/json')
      expect(res.status).toBe(400)
      expect([res.body.code, res.body.errors[0].path]).toEqual(['validation', path])
      expect(res.body.message).toBe(res.body.errors[0].message)
    })
  })

  it('on an unknown map is 404, and none of the list is stored', async () => {
    await unchanged(async () => {
      const res = await p.post(SAVE, [mark(), mark({ hierarchyId: 'cisco-2', mapId: 'nowhere' })])
      expect([res.status, res.body.code]).toEqual([404, 'not_found'])
      expect(res.body.errors).toEqual([{ path: '1.mapId', message: 'Not found.' }])
    })
  })

  it('with an id of another provider is 409, and none of the list is stored', async () => {
    await p.post(SAVE, mark({ provider: 'a-b', hierarchyId: 'a-b-c' })).expect(200)
    await unchanged(async () => {
      const existing = mark({ provider: 'a', hierarchyId: 'A-b-c' })
      const res = await p.post(SAVE, [mark(), existing])
      expect([res.status, res.body.code]).toEqual([409, 'duplicate'])
      expect(res.body.errors).toEqual([{ path: '1.hierarchyId', message: res.body.message }])
      expect((await p.post(SAVE, existing)).body.errors[0].path).toBe('hierarchyId')
    })
  })

  it('leaves no part of a list stored when another provider takes an id concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      await hospital.parts.db.driver.monitors.deleteMany()
      await p.post(SAVE, mark({ provider: 'a', hierarchyId: 'a-old', xCoordinate: 1 })).expect(200)
      const lists = ['a', 'a-b'].map((provider) => [
        mark({ provider, hierarchyId: `${provider}-first` }),
        ...(provider === 'a' ? [mark({ provider, hierarchyId: 'a-old', xCoordinate: 9 })] : []),
        mark({ provider, hierarchyId: 'a-b-c' }),
      ])
      const answers = await Promise.all(lists.map((list) => p.post(SAVE, list)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const winner = answers.findIndex(({ status }) => status === 200)
      expect((await all()).map(({ _id, xCoordinate }) => [_id, xCoordinate])).toEqual(
        winner === 0
          ? [
              ['a-b-c', 100],
              ['a-first', 100],
              ['a-old', 9],
            ]
          : [
              ['a-b-c', 100],
              ['a-b-first', 100],
              ['a-old', 1],
            ],
      )
    }
  })
})

describe('removing a monitor', () => {
  it('removes it from its map, whatever the case of its id, and frees the id for other providers', async () => {
    await p.post(SAVE, mark({ provider: 'a', hierarchyId: 'a-b-c' })).expect(200)
    let res: Awaited<ReturnType<typeof p.remove>> | undefined
    const published = await p.changesDuring(async () => {
      res = await p.remove(`${REMOVE}/A-B-C`)
    })
    expect(res?.status).toBe(200)
    expect(res?.body).toEqual({ err: 0, message: 'Monitor removed.' })
    expect(published).toEqual(['maps'])
    expect(await all()).toEqual([])
    await p.post(SAVE, mark({ provider: 'a-b', hierarchyId: 'a-b-c' })).expect(200)
  })

  it('is 404 for an unknown one and removes no other', async () => {
    await p.post(SAVE, mark()).expect(200)
    await unchanged(async () => {
      for (const id of ['cisco-M2', 'M1', '..%2fcisco-m1', 'cisco']) {
        const res = await p.remove(`${REMOVE}/${id}`)
        expect([res.status, res.body.code]).toEqual([404, 'not_found'])
      }
    })
  })
})

describe('the monitors of a map', () => {
  it('are sorted by id, in pixels of the current image; unknown maps are 404', async () => {
    const doc = { provider: 'a', mapId: 'm9', xCoordinate: 50, yCoordinate: 20 }
    const map = { name: 'x', refName: '', source: 'upload' as const, dimensionsAssumed: false }
    await hospital.parts.db.driver.maps.insertOne({
      ...map,
      _id: 'm9',
      xDimension: 50,
      yDimension: 30,
      width: 1000,
      height: 900,
    })
    await hospital.parts.db.driver.monitors.insertMany([
      { ...doc, _id: 'a-2', hierarchyId: 'a-2', imageSize: '100x90' },
      { ...doc, _id: 'a-1', hierarchyId: 'a-1' },
      { ...doc, _id: 'a-3', hierarchyId: 'a-3', imageSize: '1000x900' },
    ])
    const res = await p.get(`${LIST}/m9`)
    const shown = res.body.data.map((entry: Record<string, unknown>) => [
      entry['hierarchyId'],
      entry['xCoordinate'],
      entry['yCoordinate'],
    ])
    expect(shown).toEqual([
      ['a-1', 100, 60],
      ['a-2', 500, 200],
      ['a-3', 50, 20],
    ])
    await hospital.parts.db.driver.maps.deleteOne({ _id: 'm9' })
    for (const id of ['m9', 'nowhere', '..%2f..%2fetc', new Types.ObjectId().toHexString()])
      expect((await p.get(`${LIST}/${id}`)).status).toBe(404)
  })
})

it('requires a page that shows places for reading and map-marking for changes', async () => {
  const viewer = await hospital.people.signIn({
    username: 'viewer',
    pages: ['view-map', 'geofencing', 'hierarchy-list-two'],
  })
  const marker = await hospital.people.signIn({ username: 'marker', pages: ['map-marking'] })
  expect((await p.get(`${LIST}/m1`, viewer)).status).toBe(200)
  expect((await p.post(SAVE, mark(), viewer)).status).toBe(403)
  expect((await p.post(SAVE, mark(), {})).status).toBe(401)
  expect((await p.post(SAVE, mark(), hospital.people.key)).status).toBe(401)
  expect(await all()).toEqual([])
  expect((await p.post(SAVE, mark(), marker)).status).toBe(200)
  expect((await p.remove(`${REMOVE}/cisco-m1`, viewer)).status).toBe(403)
  expect((await p.remove(`${REMOVE}/cisco-m1`, {})).status).toBe(401)
  expect(await all()).toHaveLength(1)
  expect((await p.remove(`${REMOVE}/cisco-m1`, marker)).status).toBe(200)
})
