import { LANE_LIMITS } from '@wardtrack/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'

const PATH = 'hierarchy/mapLanes/m1'
const CONNECTIONS = 'hierarchy/connections'
let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
  await p.pushPlaces([
    { hierarchyId: 'floor-10', fullName: ['Northfield', 'Tower', 'Floor 10'], mapId: 'm10' },
    { hierarchyId: 'floor-9', fullName: ['Northfield', 'Tower', 'Floor 9'], mapId: 'm9' },
  ])
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.parts.db.driver.mapLanes.deleteMany()
})

// m1 is 50 m by 30 m without an image: 500 by 300 pixels.
const lane = (...points: readonly (readonly [number, number])[]) => ({
  points: points.map(([x, y]) => ({ x, y })),
})
const drawn = (members: object = {}) => ({
  lanes: [lane([0, 150], [500, 150]), lane([250, 0], [250, 300])],
  stops: [{ kind: 'lift', name: 'Lift 1', x: 490, y: 140 }],
  ...members,
})
const all = () => hospital.parts.db.driver.mapLanes.find().toArray()

describe('the lanes of a map', () => {
  it('are empty until some are drawn', async () => {
    const { status, body } = await p.get(PATH)
    expect([status, body]).toEqual([200, { data: { mapId: 'm1', lanes: [], stops: [], revision: '0' } }])
  })

  it('are replaced as a whole, read back unchanged, published on the bus and audited', async () => {
    const published = await p.changesDuring(async () => {
      const { status, body } = await p.post(PATH, drawn({ revision: '0' }))
      expect([status, body.message, body.data.lanes, body.data.stops]).toEqual([
        200,
        'Lanes saved.',
        drawn().lanes,
        drawn().stops,
      ])
      expect((await p.get(PATH)).body.data).toEqual(body.data)
      const next = await p.post(PATH, { lanes: [], stops: [], revision: body.data.revision })
      expect(next.status).toBe(200)
    })
    expect(published).toEqual(['lanes', 'lanes'])
    expect((await p.get(PATH)).body.data).toMatchObject({ lanes: [], stops: [] })
    const { access, db } = hospital.parts
    await access.audit.flush()
    expect(await db.driver.audit.findOne({ 'target.type': 'map', 'target.id': 'm1' })).toMatchObject({
      actor: 'admin',
      target: { type: 'map', id: 'm1' },
    })
  })

  it('are not replaced by a person who has seen an older revision', async () => {
    const first = (await p.post(PATH, drawn({ revision: '0' }))).body.data
    const second = await p.post(PATH, drawn({ lanes: [], revision: '0' }))
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect((await p.get(PATH)).body.data).toEqual(first)
  })

  it('keep their position when the map gets an image of another size', async () => {
    await p.post(PATH, drawn()).expect(200)
    const { maps } = hospital.parts.db.driver
    await maps.updateOne({ _id: 'm1' }, { $set: { width: 1000, height: 300 } })
    const { data } = (await p.get(PATH)).body
    expect([data.lanes[0], data.stops[0].x]).toEqual([lane([0, 150], [1000, 150]), 980])
    await maps.updateOne({ _id: 'm1' }, { $set: { width: null, height: null } })
  })
})

describe('connections', () => {
  it('join stops of one kind and name, in the order of their floors', async () => {
    const stop = (name: string, kind = 'lift') => ({ kind, name, x: 1, y: 2 })
    await p.post('hierarchy/mapLanes/m10', { lanes: [], stops: [stop('lift 1')] }).expect(200)
    await p.post(PATH, { lanes: [], stops: [stop('Lift 1'), stop('Lift 1', 'stairs')] }).expect(200)
    await p.post('hierarchy/mapLanes/m9', { lanes: [], stops: [stop('Lift 1')] }).expect(200)
    const { status, body } = await p.get(CONNECTIONS)
    const at = (mapId: string) => ({ mapId, x: 1, y: 2 })
    expect([status, body.data]).toEqual([
      200,
      [
        { kind: 'lift', name: 'Lift 1', stops: [at('m1'), at('m9'), at('m10')] },
        { kind: 'stairs', name: 'Lift 1', stops: [at('m1')] },
      ],
    ])
  })
})

describe('invalid lanes', () => {
  const zigzag = Array.from({ length: 400 }, (_, n) => [n % 2 === 0 ? 0 : 500, n / 2] as const)
  const crossing = Array.from({ length: 400 }, (_, n) => [n, n % 2 === 0 ? 0 : 300] as const)

  it.each([
    ['no lanes', { stops: [] }, 'lanes'],
    ['a lane of one point', drawn({ lanes: [lane([1, 1])] }), 'lanes.0.points'],
    [
      'text for a coordinate',
      drawn({
        lanes: [
          {
            points: [
              { x: '1', y: 1 },
              { x: 2, y: 2 },
            ],
          },
        ],
      }),
      'lanes.0.points.0.x',
    ],
    ['a point right of the image', drawn({ lanes: [lane([0, 0], [501, 1])] }), 'lanes.0.points.1.x'],
    ['a stop above the image', drawn({ stops: [{ kind: 'lift', name: 'L', x: 1, y: -1 }] }), 'stops.0.y'],
    ['an unknown kind', drawn({ stops: [{ kind: 'slide', name: 'L', x: 1, y: 1 }] }), 'stops.0.kind'],
    ['a stop without a name', drawn({ stops: [{ kind: 'lift', name: ' ', x: 1, y: 1 }] }), 'stops.0.name'],
    ['a name that hides', drawn({ stops: [{ kind: 'lift', name: 'L\u202e', x: 1, y: 1 }] }), 'stops.0.name'],
    [
      'a lift twice on a map',
      drawn({ stops: ['Lift', 'LIFT'].map((name) => ({ kind: 'lift', name, x: 1, y: 1 })) }),
      'stops.1.name',
    ],
    ['a revision that is none', drawn({ revision: '' }), 'revision'],
    [
      'more points than may be',
      drawn({
        lanes: Array.from({ length: 3 }, () => lane(...Array.from({ length: 1_500 }, () => [1, 1] as const))),
      }),
      'lanes',
    ],
    [
      'more lanes than may be',
      drawn({ lanes: Array.from({ length: LANE_LIMITS.lanes + 1 }, () => lane([0, 0], [1, 1])) }),
      'lanes',
    ],
    ['lanes that meet at too many places', drawn({ lanes: [lane(...zigzag), lane(...crossing)] }), 'lanes'],
    ['an operator', drawn({ lanes: { $gt: '' } }), 'lanes'],
  ])('%s is 400 with its path, and nothing is stored', async (_title, body, path) => {
    await p.post(PATH, drawn()).expect(200)
    const before = await all()
    const res = await p.post(PATH, body)
    expect([res.status, res.body.code, res.body.errors[0].path]).toEqual([400, 'validation', path])
    expect(await all()).toEqual(before)
  })

  it('on a missing map are 404', async () => {
    for (const id of ['nowhere', '..%2fm1']) {
      expect((await p.get(`hierarchy/mapLanes/${id}`)).status).toBe(404)
      expect((await p.post(`hierarchy/mapLanes/${id}`, drawn())).body.code).toBe('not_found')
    }
    expect(await all()).toEqual([])
  })
})

it('requires a page that shows places for reading and map-marking for drawing', async () => {
  const viewer = await hospital.people.signIn({ username: 'viewer', pages: ['view-map'] })
  const marker = await hospital.people.signIn({ username: 'marker', pages: ['map-marking'] })
  for (const path of [PATH, CONNECTIONS]) {
    expect((await p.get(path, viewer)).status).toBe(200)
    expect((await p.get(path, hospital.people.nobody)).status).toBe(403)
    expect((await p.get(path, {})).status).toBe(401)
    expect((await p.get(path, hospital.people.key)).status).toBe(401)
  }
  expect((await p.post(PATH, drawn(), viewer)).status).toBe(403)
  expect((await p.post(PATH, drawn(), {})).status).toBe(401)
  expect(await all()).toEqual([])
  expect((await p.post(PATH, drawn(), marker)).status).toBe(200)
})
