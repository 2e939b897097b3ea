import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGES } from '@wardtrack/contracts'
import { expect, test, vi } from 'vitest'
import { runCommand, setUpBackupTest } from '../testing/backup-test.ts'
import { startProduct } from '../testing/running-product.ts'

const LIMIT = 90_000
const backupTest = setUpBackupTest(LIMIT)

const BASE = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 6 * 3_600_000
const minute = (count: number): string => new Date(BASE + count * 60_000).toISOString()
const PERIOD = { createdAt: { $gte: minute(-60), $lt: minute(300) } }
const REPORT_PAGES = ['pump-movement', 'rtls-alarm', 'mednet-alarm', 'status-vs-time', 'movement-vs-time']

/** Returns the answer of a report: its rows and their number. */
async function answer(page: string): Promise<unknown> {
  const items = [{ AssetType: 'Equipment' }, ...(page === 'movement-vs-time' ? [] : [PERIOD])]
  const { call } = backupTest.product
  const { status, body } = await call(`/api/report.getFilterDataForReport/${page}`, { items })
  return { page, status, rows: body['assets'], total: body['maxAssets'] }
}
/** Returns the answers of all reports, and the list of custom reports. */
const answers = async (): Promise<unknown[]> => [
  ...(await Promise.all(REPORT_PAGES.map(answer))),
  (await backupTest.product.call('/api/custom.getAllCustomReports')).body,
]

/** Creates three pumps that move between rooms, with states, alarms and a custom report. */
async function fill(): Promise<void> {
  const { call, ingest } = backupTest.product
  const privilege = { privilegeName: 'May see everything', description: 'every page', routes: PAGES }
  await call('/api/privilege/addPrivilege', privilege)
  const rooms = ['room1', 'room2', 'room3']
  const places = rooms.map((hierarchyId) => ({ hierarchyId, fullName: ['Site', hierarchyId] }))
  await ingest('/location/api/ingest/hierarchies', places)
  const names = Array.from({ length: 3 }, (_, index) => `P-${index}`)
  const named = names.map((AssetId) => ({ AssetType: 'Equipment', AssetId, AssetName: `Pump ${AssetId}` }))
  await ingest('/api/ingest/assets', named)
  for (const [step, hierarchyId] of rooms.entries()) {
    const time = minute(step * 20)
    const positions = names.map((AssetId) => ({ AssetType: 'Equipment', AssetId, hierarchyId, time }))
    expect(await ingest('/location/api/ingest/locations', positions)).toMatchObject({ accepted: 3 })
    const states = names.map((deviceId, index) => ({
      deviceId,
      time,
      BatteryLevel: ['LEVEL_4', 'LEVEL_1'][(step + index) % 2],
      ...(step === index ? { alarm: { code: 'OCC', text: 'Occlusion' } } : {}),
    }))
    expect(await ingest('/status/api/ingest/device-status', states)).toMatchObject({ accepted: 3 })
  }
  const composed = {
    Name: 'Pumps',
    Description: 'All pumps with their battery',
    Subject: 'Equipment',
    Type: 'List',
    Fields: ['AssetName', 'BatteryLevel'],
    share: 'Everyone',
  }
  expect((await call('/api/custom.createCustomReport', composed)).body).toMatchObject({
    message: 'Report saved.',
  })
}

test(
  'answers every report after a restore like the original product, custom reports included',
  async () => {
    const { home, dataDir } = backupTest
    await fill()
    // Two moves of each pump, and at least one low battery period each.
    const waiting = { timeout: 20_000, interval: 300 }
    await vi.waitFor(
      async () => expect(await answer('pump-movement')).toMatchObject({ status: 200, total: 6 }),
      waiting,
    )
    await vi.waitFor(
      async () => expect(await answer('rtls-alarm')).toMatchObject({ status: 200, total: 4 }),
      waiting,
    )
    const before = await answers()
    expect(before[2]).toMatchObject({ page: 'mednet-alarm', status: 200, total: 3 })
    expect(JSON.stringify(before.at(-1))).toContain('All pumps')
    const file = join(home, 'wardtrack.backup')
    expect((await runCommand('backup', [file], { dataDir })).code).toBe(0)
    await backupTest.product.stop()
    const restored = join(home, 'restored')
    await mkdir(restored)
    await copyFile(join(dataDir, 'encryption-key'), join(restored, 'encryption-key'))
    expect((await runCommand('restore', [file, restored], { dataDir })).code).toBe(0)
    backupTest.product = await startProduct(restored)
    expect(await answers()).toEqual(before)
  },
  LIMIT,
)
