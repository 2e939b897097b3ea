import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'

const FLOOR = ['St. Example', 'Tower A', 'Level 1']
const rectangle = (x: number, y: number, w: number, h: number) => ({ unit: 'm', x, y, w, h })
/** An L: its centroid is (4, 4), outside of it. */
const BENT = [
  [0, 12],
  [14, 12],
  [14, 14],
  [2, 14],
  [2, 24],
  [0, 24],
].map(([x, y]) => ({ x, y }))
const PLACES = [
  {
    hierarchyId: 'A1',
    fullName: FLOOR,
    mapId: 'A1',
    map: { name: 'Tower A level 1', xDimension: 40, yDimension: 25 },
  },
  { hierarchyId: 'A1-store', fullName: [...FLOOR, 'Store'], outline: rectangle(10, 5, 8, 6) },
  { hierarchyId: 'A1-ward', fullName: [...FLOOR, 'Ward'], outline: rectangle(20, 5, 10, 10) },
  { hierarchyId: 'A1-next', fullName: [...FLOOR, 'Next'], outline: rectangle(30, 5, 8, 10) },
  { hierarchyId: 'A1-bay', fullName: [...FLOOR, 'Ward', 'Bay'], outline: rectangle(22, 7, 3, 3) },
  { hierarchyId: 'A1-bed', fullName: [...FLOOR, 'Ward', 'Bed 9'] },
  {
    hierarchyId: 'A1-bent',
    fullName: [...FLOOR, 'Bent'],
    outline: { unit: 'm', shape: 'polygon', points: BENT },
  },
]

let hospital: TestHospital
let seconds = 3_000
beforeAll(async () => {
  hospital = await openHospital()
  await pushPlaces(PLACES)
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.reset()
  await hospital.parts.db.driver.geofences.deleteMany()
  await hospital.parts.db.driver.geofenceAlerts.deleteMany()
  await hospital.addAsset({ AssetId: 'P-1' })
})

const pushPlaces = (places: object) =>
  request(hospital.app)
    .post('/location/api/ingest/hierarchies')
    .set(hospital.people.key)
    .send(places)
    .expect(200)
const event = (members: object) => {
  seconds -= 1
  return { AssetType: 'Equipment', AssetId: 'P-1', time: ago(seconds), ...members }
}
/** pushes events, each a second after the previous one, and returns the asset's place after each */
const see = async (...places: object[]) => {
  const found: ({ room: string | undefined; x: unknown; y: unknown; precision: unknown } | undefined)[] = []
  for (const place of places) {
    await hospital.push(event(place)).expect(200)
    const location = (await hospital.asset('P-1'))?.CurrentLocation
    found.push(
      location && {
        room: location.hierarchyId,
        x: location.xCenterPoint,
        y: location.yCenterPoint,
        precision: location.precision,
      },
    )
  }
  return found
}
const at = (x: number, y: number, more: object = {}) => ({ mapId: 'A1', unit: 'm', x, y, ...more })
const roomsAt = async (...points: [number, number][]) =>
  (await see(...points.map(([x, y]) => at(x, y)))).map((found) => found?.room)

describe('a point inside a room’s outline', () => {
  it('has the whole path of the room', async () => {
    await see(at(12, 8))
    const location = (await hospital.asset('P-1'))?.CurrentLocation
    expect(location?.fullPath).toEqual({
      Level_1: 'St. Example',
      Level_2: 'Tower A',
      Level_3: 'Level 1',
      Level_4: 'Store',
    })
    const [row] = await hospital.parts.db.driver.locationHistory.find().toArray()
    expect(row).toMatchObject({ hierarchyId: 'A1-store', x: 120, y: 80 })
    expect(row).not.toHaveProperty('precision')
  })

  it('is in the smallest room that holds it, edges included, and on the floor beside all rooms', async () => {
    expect(await roomsAt([23, 8], [35, 20], [20, 14], [5, 5])).toEqual(['A1-bay', 'A1', 'A1-ward', 'A1'])
  })

  it('is in the room within the place that the event names', async () => {
    expect((await see({ hierarchyId: 'A1', x: 120, y: 80 }))[0]?.room).toBe('A1-store')
    expect((await see({ hierarchyId: 'A1-ward', x: 230, y: 80 }))[0]?.room).toBe('A1-bay')
    expect((await see({ hierarchyId: 'A1-next', x: 120, y: 80 }))[0]?.room).toBe('A1-next')
  })

  it('stays in its room about a wall, and changes clearly beyond it', async () => {
    expect(await roomsAt([29.8, 8], [30.2, 8], [29.9, 8], [30.4, 8])).toEqual(Array(4).fill('A1-ward'))
    expect(await roomsAt([30.6, 8], [29.7, 8], [29.4, 8])).toEqual(['A1-next', 'A1-next', 'A1-ward'])
    expect(await roomsAt([29.4, 15.4], [29.4, 15.6])).toEqual(['A1-ward', 'A1'])
  })

  it('gets the same room when the event is repeated, and a late one that of its point', async () => {
    await see(at(29.8, 8))
    const onWall = event(at(30.2, 8))
    for (let times = 0; times < 2; times += 1) await hospital.push(onWall).expect(200)
    await hospital.push({ ...event(at(30.3, 8)), time: ago(3_500) }).expect(200)
    const rows = await hospital.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()
    expect(rows.map(({ hierarchyId }) => hierarchyId)).toEqual(['A1-next', 'A1-ward', 'A1-ward'])
  })

  it('follows an outline that is drawn later', async () => {
    await pushPlaces([
      { hierarchyId: 'A1-new', fullName: [...FLOOR, 'New'], outline: rectangle(33, 18, 4, 4) },
    ])
    expect(await roomsAt([35, 20])).toEqual(['A1-new'])
    await pushPlaces([{ hierarchyId: 'A1-new', fullName: [...FLOOR, 'New'], outline: null }])
    expect(await roomsAt([35, 20.1])).toEqual(['A1'])
  })
})

describe('a room-level position', () => {
  it('has the inner point of the room, marked as precise to the room', async () => {
    expect(await see({ hierarchyId: 'A1-ward' }, { hierarchyId: 'A1-store' })).toEqual([
      { room: 'A1-ward', x: 250, y: 100, precision: 'room' },
      { room: 'A1-store', x: 140, y: 80, precision: 'room' },
    ])
    expect(await hospital.parts.db.driver.locationHistory.findOne({ hierarchyId: 'A1-store' })).toMatchObject(
      {
        x: 140,
        y: 80,
        precision: 'room',
      },
    )
  })

  it('lies inside a bent room', async () => {
    const [found] = await see({ hierarchyId: 'A1-bent' })
    expect((await roomsAt([Number(found?.x) / 10, Number(found?.y) / 10]))[0]).toBe('A1-bent')
  })

  it('takes the outline above a place without one, and has only a floor without any', async () => {
    expect(await see({ hierarchyId: 'A1-bed' }, { hierarchyId: 'A1' })).toEqual([
      { room: 'A1-bed', x: 250, y: 100, precision: 'room' },
      { room: 'A1', x: null, y: null, precision: 'floor' },
    ])
  })

  const fence = async (w: number): Promise<void> => {
    const Coordinates = { x: 100, y: 50, x2: 100 + w, y2: 110, w, h: 60 }
    const activeFrom = new Date(Date.now() - 7_200_000)
    await hospital.parts.db.models.geofences.create(fenceDoc({ MapId: 'A1', Coordinates, activeFrom }))
    hospital.parts.bus.publish('config.changed', { what: 'geofences' })
  }

  it.each([
    [80, 1],
    [41, 1],
    [40, 0],
    [30, 0],
  ])('is held by a fence of %i of the room’s 80 pixels: %i', async (width, held) => {
    await fence(width)
    await see({ hierarchyId: 'A1-ward' })
    await see({ hierarchyId: 'A1-store' })
    const dwells = (await hospital.asset('P-1'))?.Fences?.dwells ?? []
    expect(dwells.filter(({ inside }) => inside)).toHaveLength(held)
  })
})
