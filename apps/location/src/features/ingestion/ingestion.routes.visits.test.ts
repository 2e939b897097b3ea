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
  await hospital.parts.db.driver.visits.deleteMany({})
  await hospital.addAsset({ AssetId: 'P-1' })
})

const BASE = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
const minute = (count: number): Date => new Date(BASE + count * 60_000)
const seen = (hierarchyId: string, count: number) => ({
  AssetType: 'Equipment',
  AssetId: 'P-1',
  hierarchyId,
  time: minute(count).toISOString(),
})
const push = (...items: object[]) => hospital.push(items).expect(200, answer({ accepted: items.length }))
const visits = async () => {
  const stored = await hospital.parts.db.models.visits.find({}).sort({ from: 1 })
  return stored.map(({ hierarchyId, from, to, previous, differsFrom }) => ({
    hierarchyId,
    from,
    to,
    previous: previous && [previous.hierarchyId, previous.lastSeenAt],
    differsFrom,
  }))
}
const expectVisits = (expected: readonly object[]) => expect.poll(visits, TEST_WAIT).toEqual(expected)

it('positions in order create visits, each ending where the next begins', async () => {
  await push(seen('room-1', 1))
  await push(seen('room-1', 3), seen('unit-1', 5), seen('unit-1', 6))
  await push(seen('floor-2', 9))
  await expectVisits([
    { hierarchyId: 'room-1', from: minute(1), to: minute(5), previous: undefined, differsFrom: undefined },
    {
      hierarchyId: 'unit-1',
      from: minute(5),
      to: minute(9),
      previous: ['room-1', minute(3)],
      differsFrom: 5,
    },
    { hierarchyId: 'floor-2', from: minute(9), to: null, previous: ['unit-1', minute(6)], differsFrom: 3 },
  ])
  const [visit] = await hospital.parts.db.models.visits.find({ to: null })
  const asset = await hospital.asset('P-1')
  expect(visit).toMatchObject({ asset: asset?._id, AssetType: 'Equipment', mapId: null })
  expect(asset?.CurrentLocation?.since).toEqual(minute(9))
})

it('a late position at another place splits its visit, and a repeat changes nothing', async () => {
  await push(seen('room-1', 1), seen('room-1', 9))
  await push(seen('unit-1', 5))
  await hospital.push([seen('room-1', 9)]).expect(200, answer({ duplicates: 1 }))
  await expectVisits([
    { hierarchyId: 'room-1', from: minute(1), to: minute(5), previous: undefined, differsFrom: undefined },
    {
      hierarchyId: 'unit-1',
      from: minute(5),
      to: minute(9),
      previous: ['room-1', minute(1)],
      differsFrom: 5,
    },
    { hierarchyId: 'room-1', from: minute(9), to: null, previous: ['unit-1', minute(5)], differsFrom: 5 },
  ])
  await expect.poll(async () => (await hospital.asset('P-1'))?.VisitsDue?.at, TEST_WAIT).toBeUndefined()
})

it('a late position of the same place before the current visit moves its start back', async () => {
  await push(seen('room-1', 0))
  await push(seen('unit-1', 50))
  await push(seen('unit-1', 30))
  await expectVisits([
    { hierarchyId: 'room-1', from: minute(0), to: minute(30), previous: undefined, differsFrom: undefined },
    {
      hierarchyId: 'unit-1',
      from: minute(30),
      to: null,
      previous: ['room-1', minute(0)],
      differsFrom: 5,
    },
  ])
  const since = async () => (await hospital.asset('P-1'))?.CurrentLocation?.since
  await expect.poll(since, TEST_WAIT).toEqual(minute(30))
  await push(seen('unit-1', 55))
  await push(seen('floor-2', 58))
  await expect
    .poll(async () => (await visits()).map(({ from, to }) => [from, to]), TEST_WAIT)
    .toEqual([
      [minute(0), minute(30)],
      [minute(30), minute(58)],
      [minute(58), null],
    ])
  await expect.poll(async () => (await hospital.asset('P-1'))?.VisitsDue?.at, TEST_WAIT).toBeUndefined()
})
