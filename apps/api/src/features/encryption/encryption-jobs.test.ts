import type { ChartMember } from '@wardtrack/contracts'
import { STATE_PERIOD_MS, statePeriodOf, type Types } from '@wardtrack/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { encrypt } from '../../testing/encryption-test.ts'
import { COUNTED, storeReports } from '../../testing/reported-states.ts'
import { createStateReader, isCountedBy, startStatePacker } from '../state-snapshots/index.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const BASE = statePeriodOf(Date.now()) - 10 * STATE_PERIOD_MS
const PERIODS = [1, 3, 5].map((count) => BASE + count * STATE_PERIOD_MS)
/** Interval that keeps packers from running in the background. */
const NEVER_MS = 2 ** 31 - 1

/** Creates the snapshots that are due. */
async function pack(): Promise<void> {
  const { db, log, cacheMode, clock } = api.parts
  const packer = startStatePacker({ db, log, cacheMode, clock }, NEVER_MS)
  await packer.pack()
  await packer.close()
}
/** Returns the members that count an asset at the end of each period, from snapshots and later reports. */
async function membersOf(asset: Types.ObjectId): Promise<ChartMember[][]> {
  const counted: ChartMember[][] = []
  await createStateReader(api.parts.db).walk([asset.toHexString()], PERIODS, (words) => {
    counted.push(COUNTED.flatMap(({ member }) => (isCountedBy(member, words[0] ?? 0) ? [member] : [])))
  })
  return counted
}
/** Counts the state changes in the stored snapshots. */
async function storedChanges(): Promise<number> {
  // driver: bytes are read as buffers
  const docs = await api.parts.db.driver.stateSnapshots.find({}, { promoteBuffers: true }).toArray()
  return docs.reduce((sum, { values }) => sum + values.length, 0)
}

test('snapshots lose states that are encrypted later', async () => {
  await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'P-1' }])
  const asset = (await api.parts.db.models.assets.findOne({ AssetId: 'P-1' }))?._id
  if (!asset) throw new Error('the asset is not there')
  const at = (count: number): number => BASE + count * STATE_PERIOD_MS - 1
  await storeReports(api.parts.db, [
    { asset, field: 'BatteryLevel', value: 'LEVEL_2', time: at(1) },
    { asset, field: 'DeviceStatus', value: 'comm-status-online', time: at(2) },
    { asset, field: 'BatteryLevel', value: 'LEVEL_4', time: at(4) },
  ])
  await pack()
  const before = await membersOf(asset)
  const battery = COUNTED.filter(({ field }) => field === 'BatteryLevel').map(({ member }) => member)
  expect(before.map((members) => members.filter((member) => battery.includes(member)).length)).toEqual([
    1, 1, 1,
  ])
  expect(await storedChanges()).toBe(3)

  await encrypt(api, { Equipment: { BatteryLevel: ['Level'] } })
  const without = before.map((members) => members.filter((member) => !battery.includes(member)))
  expect(await membersOf(asset)).toEqual(without)
  expect(without.flat()).toHaveLength(2)
  await pack()
  expect(await membersOf(asset)).toEqual(without)
  expect(await storedChanges()).toBe(1)
})
