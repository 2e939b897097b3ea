import { messages } from '@wardtrack/contracts'
import { summaryId, Types } from '@wardtrack/database'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { packUntil } from './testing/period-questions.ts'
import { levelsOf, openReportTest, type ReportTest } from './testing/report-test.ts'

const PATH = '/api/report.getFilterDataForReport/par-levels'
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** One more move than the report reads before they are packed. */
const MOVES = 100_001
const PAGE = 10_000
const BEGIN = Math.floor(Date.now() / DAY - 4) * DAY

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
  const { driver } = api.parts.db
  // The packer leaves recent events unpacked, because events may still arrive.
  const period = new Date(BEGIN)
  await driver.lateStates.insertOne({ _id: summaryId(period), period, at: new Date(Date.now() + DAY) })
  await driver.parLevels.insertOne({
    _id: new Types.ObjectId().toHexString(),
    hierarchyId: 'ward1',
    Category: 'Pump',
    Minimum: 1,
    Par: 2,
    updatedAt: new Date(),
    updatedBy: 'test',
  })
  const { _id: asset, AssetType } = api.assets.find(({ AssetId }) => AssetId === 'P-1') ?? {}
  if (!asset || !AssetType) throw new Error('no pump')
  const [ward, lab] = [levelsOf('ward1'), levelsOf('lab')]
  const visitAt = (move: number) => {
    const from = new Date(BEGIN + Math.floor((move * 2 * DAY) / MOVES))
    const [fullPath, leftPath] = move % 2 === 0 ? [ward, lab] : [lab, ward]
    return {
      _id: summaryId(from, asset.toHexString()),
      asset,
      AssetType,
      mapId: null,
      fullPath,
      from,
      to: null,
      previous: { fullPath: leftPath, mapId: null, lastSeenAt: from },
      differsFrom: 2,
    }
  }
  for (let start = 0; start < MOVES; start += PAGE) {
    const length = Math.min(PAGE, MOVES - start)
    await driver.visits.insertMany(Array.from({ length }, (_, index) => visitAt(start + index)))
  }
})
afterAll(() => api.close())

const periodOf = (days: number) => ({
  items: [
    { createdAt: { $gte: new Date(BEGIN).toISOString(), $lt: new Date(BEGIN + days * DAY).toISOString() } },
  ],
})

test('refuses more unpacked moves than the limit until they are packed', async () => {
  for (const path of [PATH, '/api/report.exportCsv/par-levels']) {
    const refused = await api.post(path, periodOf(2))
    expect([refused.status, refused.body.message]).toEqual([400, messages.reportTooManyMoves])
    expect(refused.body.errors[0].path).toBe('items.0.createdAt')
  }
  expect((await api.post(PATH, periodOf(1))).status).toBe(200)
  await api.parts.db.driver.lateStates.deleteMany({})
  await packUntil(api, Date.now())
  // The service's packer may have started meanwhile; then that packer completes the work.
  await vi.waitFor(async () => {
    const { status, body } = await api.post(PATH, periodOf(2))
    expect([status, body.maxAssets, body.moments]).toEqual([200, 1, 48])
  }, TEST_WAIT)
})
