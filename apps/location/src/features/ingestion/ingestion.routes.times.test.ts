import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.reset()
  await hospital.addAsset({ AssetId: 'P-1' })
})

const push = async (time: unknown) =>
  (await hospital.push({ AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 2, time })).body
const moment = Math.floor(Date.now() / 60_000) * 60_000
const utc = new Date(moment).toISOString()
const later = new Date(moment + 7_200_000).toISOString()

test.each([
  moment,
  utc,
  utc.replace('Z', '+0000'),
  utc.replace('Z', '+00'),
  utc.replace(':00.000Z', 'Z'),
  later.replace('Z', '+02:00'),
  later.replace(':00.000Z', '+0200'),
])('the time of an item may be %s', async (time) => {
  expect(await push(time)).toEqual({ accepted: 1, duplicates: 0, unresolved: 0, refused: 0, errors: [] })
  expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({ time: new Date(moment) })
})

test.each(['2026-11-27 12:00', '2026-02-30T12:00+0000', 1_795_741_372, 'soon', ''])(
  'the time of an item may not be %j',
  async (time) => {
    expect(await push(time)).toMatchObject({
      accepted: 0,
      refused: 1,
      errors: [
        {
          path: 'time',
          code: 'validation',
          message: 'Use ISO 8601 with a time zone, or milliseconds since 1970.',
        },
      ],
    })
    expect((await hospital.asset('P-1'))?.CurrentLocation).toBeUndefined()
  },
)
