import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, answer, openWard, type TestWard } from '../../testing/open-ward.ts'

let w: TestWard
/** Error of the wall clock. */
let shift = 0
beforeAll(async () => {
  w = await openWard({ wall: () => Date.now() + shift, monotonic: () => performance.now() })
})
afterAll(() => w.close())

const pushed = (state: object) => w.push({ deviceId: 'P-1', ...state }).expect(200, answer({ accepted: 1 }))

it('accepts newer states, with or without a time, after a state dated by a fast clock', async () => {
  await w.addAsset({ AssetId: 'P-1' })
  shift = 30 * 3_600_000
  await pushed({ BatteryLevel: 'LEVEL_4', WifiStrength: 'BAR_ONE', VolumeInfused: 1 })
  shift = 0
  await pushed({ BatteryLevel: 'LEVEL_3' })
  expect((await w.asset('P-1'))?.Fields['BatteryLevel']).toEqual({ Level: 'LEVEL_3' })
  // Clears the memory, as a restart does.
  w.parts.bus.publish('bus.gap', {})
  await pushed({ WifiStrength: 'BAR_TWO' })
  await pushed({ VolumeInfused: 2, time: ago(1) })
  const asset = await w.asset('P-1')
  expect(asset?.Fields).toEqual({
    BatteryLevel: { Level: 'LEVEL_3' },
    WifiStrength: { Strength: 'BAR_TWO' },
    VolumeInfused: 2,
  })
  for (const time of Object.values(asset?.FieldTimes ?? {}))
    expect(time.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  await pushed({ BatteryLevel: 'LEVEL_2', time: ago(60) })
  expect((await w.asset('P-1'))?.Fields['BatteryLevel']).toEqual({ Level: 'LEVEL_3' })
})
