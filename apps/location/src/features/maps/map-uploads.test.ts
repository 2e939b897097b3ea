import { type GeofenceDoc, Types } from '@wardtrack/database'
import { createPlaceCache } from '@wardtrack/places'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocationService } from '../../index.ts'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'
import { addMissingImageSizes } from '../hierarchies/index.ts'
import { rescaleMarks } from './map-uploads.ts'

let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
})
afterAll(() => hospital.close())
beforeEach(async () => {
  const { db } = hospital.parts
  await hospital.reset()
  await db.driver.geofences.deleteMany()
  await db.driver.monitors.deleteMany()
  await db.driver.maps.updateOne({ _id: 'm1' }, { $set: { width: null, height: null } })
})

const ACTIVE = new Date('2026-01-01T00:00:00Z')
const fence = (members: Partial<GeofenceDoc> = {}): GeofenceDoc => ({
  _id: new Types.ObjectId(),
  Name: 'Drug store',
  nameKey: new Types.ObjectId().toHexString(),
  Type: 'Restricted',
  AssetTypes: ['Equipment'],
  MapId: 'm1',
  Coordinates: { x: 100, y: 50, x2: 300, y2: 150, w: 200, h: 100 },
  EntryTrigger: true,
  EntryTriggerWaitTime: 0,
  ExitTrigger: false,
  ExitTriggerWaitTime: 0,
  Enabled: true,
  activeFrom: ACTIVE,
  __v: 3,
  createdAt: ACTIVE,
  updatedAt: ACTIVE,
  ...members,
})
const upload = async (width: number, height: number, hierarchyId = 'floor-1') => {
  const plain = { create: { width, height, channels: 3, background: '#fff' } } as const
  const img = (await sharp(plain).png().toBuffer()).toString('base64')
  return p
    .post('hierarchy/map.uploadMap', { hierarchyId, imgData: { img, fileName: 'plan.png' } })
    .expect(200)
}
const mark = (members: object) =>
  p.post('provider/saveHierarchies', { provider: 'cisco', mapId: 'm1', ...members }).expect(200)
const stored = ({ _id }: { _id: Types.ObjectId }) => hospital.parts.db.driver.geofences.findOne({ _id })
const monitor = (_id = 'cisco-7') => hospital.parts.db.driver.monitors.findOne({ _id })

describe('a new image of another pixel size', () => {
  it('rescales the fences and monitors of its map, the first time from 10 pixels per metre', async () => {
    const storedFence = fence()
    await hospital.parts.db.driver.geofences.insertOne(storedFence)
    await mark({ hierarchyId: 'cisco-7', xCoordinate: 30, yCoordinate: 40 })
    const published = await p.changesDuring(() => upload(1_000, 900))
    expect(published).toEqual(['maps', 'geofences', 'files'])
    const moved = {
      ...storedFence,
      Coordinates: { x: 200, y: 150, x2: 600, y2: 450, w: 400, h: 300 },
      imageSize: '1000x900',
    }
    expect(await stored(storedFence)).toEqual(moved)
    expect(await monitor()).toMatchObject({ xCoordinate: 60, yCoordinate: 120, imageSize: '1000x900' })
    await upload(500, 300)
    expect((await stored(storedFence))?.Coordinates).toEqual(storedFence.Coordinates)
    expect(await monitor()).toMatchObject({ xCoordinate: 30, yCoordinate: 40, imageSize: '500x300' })
  })

  it('of the same size moves no mark and announces no fence', async () => {
    await upload(500, 300)
    const storedFence = fence({ imageSize: '500x300' })
    await hospital.parts.db.driver.geofences.insertOne(storedFence)
    expect(await p.changesDuring(() => upload(500, 300))).toEqual(['maps', 'files'])
    expect(await stored(storedFence)).toEqual(storedFence)
  })

  it('leaves the fences and monitors of other maps unchanged', async () => {
    const onOtherMap = fence({ MapId: 'm7', imageSize: '10x10' })
    await hospital.parts.db.driver.geofences.insertOne(onOtherMap)
    const mark7 = {
      _id: 'a-1',
      hierarchyId: 'a-1',
      provider: 'a',
      mapId: 'm7',
      xCoordinate: 1,
      yCoordinate: 1,
    }
    await hospital.parts.db.driver.monitors.insertOne({ ...mark7 })
    await upload(1_000, 900)
    expect(await stored(onOtherMap)).toEqual(onOtherMap)
    expect(await monitor('a-1')).toEqual(mark7)
  })

  it('applies to the next event of a monitor, and to the list of the map', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    await mark({ hierarchyId: 'cisco-7', xCoordinate: 30, yCoordinate: 40 })
    await upload(1_000, 900)
    const item = { AssetType: 'Equipment', AssetId: 'P-1', provider: 'cisco', monitorId: '7', time: ago(5) }
    expect((await hospital.push(item)).body.accepted).toBe(1)
    const here = { xCenterPoint: 60, yCenterPoint: 120, imageSize: '1000x900' }
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject(here)
    const listed = await p.get('hierarchy/markedMonitors/get/m1')
    expect(listed.body.data).toMatchObject([{ xCoordinate: 60, yCoordinate: 120 }])
  })

  it("keeps the metres of a provider's unit, in positions and on the page of mappings", async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    await p.pushPlaces([{ provider: 'yup', hierarchyId: 'F1', fullName: ['Y', 'F1'] }])
    // A foot is 3.048 pixels while the map has no image: 10 pixels a metre.
    const { db, bus } = hospital.parts
    await db.driver.maps.updateOne({ _id: 'm1' }, { $set: { width: null, height: null } })
    bus.publish('config.changed', { what: 'maps' })
    const feet = { hierarchyId: 'F1', scaling: { x: 3.048, y: 3.048 } }
    await p.post('hierarchy/modifyRtlsHierarchy', { hierarchyId: 'floor-1', mappings: { yup: feet } })
    const metres = async (seconds: number) => {
      const item = {
        AssetType: 'Equipment',
        AssetId: 'P-1',
        provider: 'yup',
        hierarchyId: 'F1',
        x: 50,
        y: 20,
      }
      await hospital.push({ ...item, time: ago(seconds) }).expect(200, answer({ accepted: 1 }))
      const map = await db.driver.maps.findOne({ _id: 'm1' })
      const x = (await hospital.asset('P-1'))?.CurrentLocation?.xCenterPoint ?? 0
      return (x * (map?.xDimension ?? 0)) / (map?.width ?? 10 * (map?.xDimension ?? 0))
    }
    const mapped = async () =>
      (await p.get('hierarchy/rtlsHierarchies')).body.data.find(
        ({ hierarchyId }: { hierarchyId: string }) => hierarchyId === 'floor-1',
      ).mappings
    expect(await metres(20)).toBeCloseTo(15.24)
    await upload(1_000, 600)
    expect(await metres(10)).toBeCloseTo(15.24)
    expect(await mapped()).toEqual({ yup: { hierarchyId: 'F1', scaling: { x: 6.096, y: 6.096 } } })
    // A mapping of an earlier version counts in pixels of the image that the map has when the service starts.
    await db.driver.places.updateOne({ hierarchyId: 'floor-1' }, { $unset: { 'mappings.yup.imageSize': '' } })
    const places = createPlaceCache(hospital.parts)
    await addMissingImageSizes(db, await places.read())
    places.close()
    const place = await db.driver.places.findOne({ hierarchyId: 'floor-1' })
    expect(place?.mappings?.['yup']?.imageSize).toBe('1000x600')
    await db.driver.places.updateMany({}, { $unset: { mappings: '', MappingKeys: '' } })
  })
})

describe('rescaling', () => {
  const sized = async () => {
    const { db } = hospital.parts
    await db.driver.maps.updateOne({ _id: 'm1' }, { $set: { width: 1_000, height: 900 } })
    const map = await db.driver.maps.findOne({ _id: 'm1' })
    if (!map) throw new Error('the map is gone')
    return map
  }

  it('may run repeatedly, and completes a run that a crash interrupted', async () => {
    const [firstFence, two, done] = [
      fence(),
      fence({ imageSize: '100x100', Coordinates: { x: 0, y: 0, x2: 33, y2: 100, w: 33, h: 100 } }),
      fence({ imageSize: '1000x900' }),
    ]
    await hospital.parts.db.driver.geofences.insertMany([firstFence, two, done])
    const map = await sized()
    for (const _repeat of [1, 2, 3]) await rescaleMarks(hospital.parts, map)
    expect((await stored(firstFence))?.Coordinates).toEqual({
      x: 200,
      y: 150,
      x2: 600,
      y2: 450,
      w: 400,
      h: 300,
    })
    expect((await stored(two))?.Coordinates).toEqual({ x: 0, y: 0, x2: 330, y2: 900, w: 330, h: 900 })
    expect((await stored(done))?.Coordinates).toEqual(done.Coordinates)
  })

  it('is completed at the next start', async () => {
    const storedFence = fence()
    await hospital.parts.db.driver.geofences.insertOne(storedFence)
    await mark({ hierarchyId: 'cisco-7', xCoordinate: 30, yCoordinate: 40 })
    await upload(1_000, 900)
    await hospital.parts.db.driver.geofences.replaceOne({ _id: storedFence._id }, storedFence)
    const upsert = { upsert: true }
    await hospital.parts.db.driver.system.updateOne(
      { _id: 'map-upload/m1' },
      { $set: { value: 'floor-1' } },
      upsert,
    )
    await (await createLocationService(hospital.parts)).close?.()
    expect((await stored(storedFence))?.Coordinates).toMatchObject({ x: 200, y2: 450 })
    expect(await monitor()).toMatchObject({ xCoordinate: 60, yCoordinate: 120 })
  })

  it('keeps marks drawn between its read and its write, and rescales them in the next run', async () => {
    const { geofences, monitors } = hospital.parts.db.driver
    const { maps } = hospital.parts.db.driver
    // No upload of this map waits for its second rescaling.
    const map = { ...(await sized()), _id: 'm9' }
    await maps.replaceOne({ _id: 'm9' }, { ...map, width: null, height: null }, { upsert: true })
    const storedFence = fence({ MapId: 'm9', imageSize: '500x300' })
    await geofences.insertOne(storedFence)
    await mark({ mapId: 'm9', hierarchyId: 'cisco-7', xCoordinate: 30, yCoordinate: 40 })
    await maps.replaceOne({ _id: 'm9' }, map)
    const drawn = { x: 1, y: 2, x2: 4, y2: 6, w: 3, h: 4 }
    const drawAgain = { $set: { Coordinates: drawn }, $inc: { __v: 1 } }
    before(geofences, () => geofences.updateOne({ _id: storedFence._id }, drawAgain))
    before(monitors, () => monitors.updateOne({ _id: 'cisco-7' }, { $set: { xCoordinate: 31 } }))
    await rescaleMarks(hospital.parts, map)
    expect(await stored(storedFence)).toMatchObject({ Coordinates: drawn, imageSize: '500x300' })
    expect(await monitor()).toMatchObject({ xCoordinate: 31, yCoordinate: 40 })
    await rescaleMarks(hospital.parts, map)
    const moved = { x: 2, y: 6, x2: 8, y2: 18, w: 6, h: 12 }
    expect(await stored(storedFence)).toMatchObject({ Coordinates: moved, imageSize: '1000x900' })
    expect(await monitor()).toMatchObject({ xCoordinate: 62, yCoordinate: 120 })
  })
})

/** Runs an action directly before the next bulk write. */
function before(
  store: { bulkWrite: (...operations: never[]) => Promise<unknown> },
  work: () => Promise<unknown>,
): void {
  const real = store.bulkWrite.bind(store)
  vi.spyOn(store, 'bulkWrite').mockImplementationOnce(async (...of) => {
    await work()
    return real(...of)
  })
}
