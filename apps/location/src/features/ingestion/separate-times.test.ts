import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.reset()
  await hospital.addAsset({ AssetId: 'ST-1' })
})

/** A device clock with whole seconds. */
const SECOND = Math.floor(Date.now() / 1000) * 1000 - 60_000
const at = (x: number, time = SECOND) => ({
  AssetType: 'Equipment',
  AssetId: 'ST-1',
  mapId: 'm1',
  x,
  y: 1,
  time: new Date(time).toISOString(),
})
const moments = async () => {
  const rows = await hospital.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()
  return rows.map(({ x, time }) => [x, time.getTime() - SECOND])
}
const current = async () => {
  const { xCenterPoint, time } = (await hospital.asset('ST-1'))?.CurrentLocation ?? {}
  return [xCenterPoint, time && time.getTime() - SECOND]
}

it('two positions of one second with different places are two, in the order in which they came', async () => {
  await hospital.push([at(1), at(2)]).expect(200, answer({ accepted: 2 }))
  expect(await moments()).toEqual([
    [10, 0],
    [20, 1],
  ])
  expect(await current()).toEqual([20, 1])
})

it('a repeat of the request stores and moves nothing, however it is split', async () => {
  const items = [at(1), at(2), at(3)]
  await hospital.push(items).expect(200, answer({ accepted: 3 }))
  const before = await hospital.asset('ST-1')
  await hospital.push(items).expect(200, answer({ duplicates: 3 }))
  for (const item of items.reverse()) await hospital.push([item]).expect(200, answer({ duplicates: 1 }))
  expect(await moments()).toEqual([
    [10, 0],
    [20, 1],
    [30, 2],
  ])
  expect(await hospital.asset('ST-1')).toMatchObject({ CurrentLocation: before?.CurrentLocation })
})

it('positions of one second in several requests follow each other, and the next second continues', async () => {
  for (const x of [1, 2, 3]) await hospital.push(at(x)).expect(200, answer({ accepted: 1 }))
  expect(await current()).toEqual([30, 2])
  await hospital.push(at(4, SECOND + 1000)).expect(200, answer({ accepted: 1 }))
  expect(await moments()).toEqual([
    [10, 0],
    [20, 1],
    [30, 2],
    [40, 1000],
  ])
  expect(await current()).toEqual([40, 1000])
  expect((await hospital.asset('ST-1'))?.CurrentLocation).not.toHaveProperty('timeShift')
})

it('positions without a time in one request follow each other', async () => {
  const { time: _time, ...first } = at(1)
  await hospital.push([first, { ...first, x: 2 }]).expect(200, answer({ accepted: 2 }))
  expect((await hospital.asset('ST-1'))?.CurrentLocation?.xCenterPoint).toBe(20)
})

it('a retry after a crash between history and place restores the last position', async () => {
  const items = [at(1), at(2)]
  await hospital.push(items)
  await hospital.parts.db.driver.assets.updateOne({ AssetId: 'ST-1' }, { $unset: { CurrentLocation: 1 } })
  hospital.parts.bus.publish('bus.gap', {})
  await hospital.push(items).expect(200, answer({ duplicates: 2 }))
  expect(await current()).toEqual([20, 1])
})

it('rooms of one second are separate visits', async () => {
  await hospital.addAsset({ AssetId: 'ST-2' })
  const inRoom = (hierarchyId: string) => {
    const { mapId: _map, x: _x, y: _y, ...item } = at(1)
    return { ...item, AssetId: 'ST-2', hierarchyId }
  }
  await hospital.push([inRoom('room-1'), inRoom('unit-1')]).expect(200, answer({ accepted: 2 }))
  const assetId = async () => {
    const asset = await hospital.asset('ST-2')
    if (!asset) throw new Error('the asset is missing')
    return asset._id
  }
  const visits = async () => {
    const stored = await hospital.parts.db.models.visits.find({ asset: await assetId() }).sort({ from: 1 })
    return stored.map(({ hierarchyId, from, to }) => [
      hierarchyId,
      from.getTime() - SECOND,
      to && to.getTime() - SECOND,
    ])
  }
  await expect.poll(visits, TEST_WAIT).toEqual([
    ['room-1', 0, 1],
    ['unit-1', 1, null],
  ])
})
