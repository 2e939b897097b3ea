import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'

const PATH = 'hierarchy/roomOutlines/m1'
let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

/** m1 is 50 m by 30 m without an image: 500 by 300 pixels. */
const room = (number: number, outline: unknown, members: object = {}) => ({
  hierarchyId: `room-${number}`,
  fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', `Room ${number}`],
  outline,
  ...members,
})
const bent = [
  [0, 0],
  [100, 0],
  [100, 50],
  [50, 50],
  [50, 100],
  [0, 100],
].map(([x, y]) => ({ x, y }))

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
})
afterAll(() => hospital.close())
beforeEach(async () => {
  const { places, maps } = hospital.parts.db.driver
  await places.updateMany({}, { $unset: { outline: '' } })
  await maps.updateOne({ _id: 'm1' }, { $set: { width: null, height: null } })
  await p
    .pushPlaces([
      room(1, { x: 100, y: 100, w: 50, h: 50 }),
      room(2, { shape: 'polygon', points: bent }),
      room(3, { shape: 'circle', centre: { x: 300, y: 200 }, radius: 40 }),
    ])
    .expect(200, answer({ accepted: 3 }))
})

describe('the rooms of a map', () => {
  it('are its places with a known outline, sorted by id', async () => {
    const { status, body } = await p.get(PATH)
    expect([status, body.count]).toEqual([200, 3])
    expect(body.data).toEqual([
      {
        hierarchyId: 'room-1',
        fullName: ['Northfield', 'Tower', 'Floor 1', 'ICU', 'Room 1'],
        Coordinates: { x: 100, y: 100, x2: 150, y2: 150, w: 50, h: 50 },
      },
      expect.objectContaining({
        hierarchyId: 'room-2',
        Coordinates: expect.objectContaining({ shape: 'polygon', points: bent }),
      }),
      expect.objectContaining({
        hierarchyId: 'room-3',
        Coordinates: expect.objectContaining({ centre: { x: 300, y: 200 }, radius: 40 }),
      }),
    ])
  })

  it('are returned page by page', async () => {
    const { body } = await p.get(`${PATH}?pagesize=2&page=2`)
    expect([body.count, body.data.map((found: { hierarchyId: string }) => found.hierarchyId)]).toEqual([
      3,
      ['room-3'],
    ])
  })

  it('are found by an index', async () => {
    const plan = await hospital.parts.db.driver.places
      .find({ 'outline.mapId': 'm1', mapId: { $in: [null, 'm1'] } })
      .sort({ hierarchyId: 1 })
      .explain()
    expect(JSON.stringify(plan)).toContain('outline.mapId_1_hierarchyId_1')
  })

  it('are rescaled with each image of another size; later pushes use the pixels of the new image', async () => {
    const upload = async (width: number, height: number) => {
      const plain = { create: { width, height, channels: 3, background: '#fff' } } as const
      const img = (await sharp(plain).png().toBuffer()).toString('base64')
      const body = { hierarchyId: 'floor-1', imgData: { img, fileName: 'plan.png' } }
      await p.post('hierarchy/map.uploadMap', body).expect(200)
    }
    await upload(1_000, 900)
    await p.pushPlaces([room(1, { x: 900, y: 800, w: 100, h: 100 })])
    const [first, second, third] = (await p.get(PATH)).body.data
    expect(first.Coordinates).toEqual({ x: 900, y: 800, x2: 1_000, y2: 900, w: 100, h: 100 })
    expect(second.Coordinates.points).toEqual(bent.map(({ x = 0, y = 0 }) => ({ x: x * 2, y: y * 3 })))
    expect(third.Coordinates).toMatchObject({ centre: { x: 600, y: 600 }, radius: 97.98 })
    await upload(500, 450)
    expect((await p.get(PATH)).body.data[0].Coordinates).toEqual({
      x: 450,
      y: 400,
      x2: 500,
      y2: 450,
      w: 50,
      h: 50,
    })
  })

  it('exclude rooms of another map, and a place that has moved to another map itself', async () => {
    await p.pushPlaces([
      room(9, { x: 1, y: 1, w: 90, h: 90 }, { mapId: 'm9' }),
      room(2, undefined, { mapId: 'm9' }),
    ])
    const ids = async (path: string) =>
      (await p.get(path)).body.data.map((found: { hierarchyId: string }) => found.hierarchyId)
    expect(await ids(PATH)).toEqual(['room-1', 'room-3'])
    expect(await ids('hierarchy/roomOutlines/m9')).toEqual(['room-9'])
    await hospital.parts.db.driver.places.deleteMany({ hierarchyId: { $in: ['room-2', 'room-9'] } })
  })

  it('are deleted with their places', async () => {
    await hospital.parts.db.driver.places.deleteOne({ hierarchyId: 'room-3' })
    expect((await p.get(PATH)).body.count).toBe(2)
  })

  it('are announced as a change of the maps when one is pushed', async () => {
    const changes = await p.changesDuring(async () => {
      await p.pushPlaces([room(1, null)])
    })
    expect(changes).toEqual(['maps'])
    expect((await p.get(PATH)).body.count).toBe(2)
  })
})

describe('asking for the rooms of a map', () => {
  it('requires a page of maps or geofences', async () => {
    for (const page of ['geofencing', 'map-marking', 'view-map', 'geofencelist']) {
      const viewer = await hospital.people.signIn({ username: page, pages: [page] })
      expect((await p.get(PATH, viewer)).status).toBe(200)
    }
    const watcher = await hospital.people.signIn({ username: 'watcher', pages: ['geofence-alerts'] })
    expect((await p.get(PATH, watcher)).status).toBe(403)
    expect((await p.get(PATH, {})).status).toBe(401)
    expect((await p.get(PATH, hospital.people.key)).status).toBe(401)
  })

  it('requires an existing map and a valid page number', async () => {
    expect((await p.get('hierarchy/roomOutlines/none')).status).toBe(404)
    for (const query of ['pagesize=0', 'pagesize=501', 'page=0', 'page=x']) {
      const { status, body } = await p.get(`${PATH}?${query}`)
      expect([status, body.errors[0].path]).toEqual([400, query.split('=')[0]])
    }
  })
})
