import type { AssetDoc } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { levelsOf, openReportTest, PLACE_IDS, PLACES, type ReportTest } from '../testing/report-test.ts'

const DAY = 86_400_000
const SEEDS = 50

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

/** Arrival at a place and last sighting there, in days before now, some hours off whole days. */
type Rest = { place: string; seen: number; stayed: number; isTold: boolean }
const generatedRest: fc.Arbitrary<Rest | undefined> = fc.option(
  fc.record({
    place: fc.constantFrom(...PLACE_IDS),
    seen: fc.integer({ min: 0, max: 60 }),
    stayed: fc.integer({ min: 0, max: 60 }),
    // False for late positions: the visit's start is unknown until history is evaluated.
    isTold: fc.boolean(),
  }),
  { nil: undefined },
)
const question = fc.record({
  rests: fc.array(generatedRest, { minLength: 8, maxLength: 8 }),
  page: fc.constantFrom<'unmoved' | 'not-seen'>('unmoved', 'not-seen'),
  days: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  types: fc.option(fc.subarray(['Equipment', 'Clinician', 'Patient'], { minLength: 1 }), { nil: undefined }),
  depth: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  inactive: fc.boolean(),
  currentPage: fc.integer({ min: 1, max: 2 }),
  items: fc.integer({ min: 1, max: 6 }),
  flagged: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

const HALF_DAY = DAY / 2
const momentsOf = ({ seen, stayed }: Rest, now: number) => ({
  time: new Date(now - seen * DAY - HALF_DAY),
  since: new Date(now - (seen + stayed) * DAY - HALF_DAY),
})

async function store({ rests }: Question, now: number): Promise<void> {
  for (const [index, { _id }] of api.assets.entries()) {
    const idle = rests[index]
    await api.parts.db.driver.assets.updateOne({ _id }, { $unset: { CurrentLocation: '' } })
    if (!idle) continue
    const { since, time } = momentsOf(idle, now)
    const CurrentLocation = {
      mapId: 'm1',
      hierarchyId: idle.place,
      fullPath: levelsOf(idle.place),
      xCenterPoint: null,
      yCenterPoint: null,
      time,
      ...(idle.isTold ? { since } : {}),
    }
    await api.parts.db.driver.assets.updateOne({ _id }, { $set: { CurrentLocation } })
  }
  // A change of places invalidates cached totals.
  api.parts.bus.publish('asset.location', [])
}

function oracle(generated: Question, now: number) {
  const { page, days = page === 'unmoved' ? 7 : 3, types = ['Equipment'], depth = 20 } = generated
  const found = api.assets.flatMap((asset, index) => {
    const idle = generated.rests[index]
    if (!idle?.isTold || !isShown(asset, generated, types)) return []
    const { since, time } = momentsOf(idle, now)
    const moment = page === 'unmoved' ? since : time
    const rested = (now - moment.getTime()) / DAY
    return rested >= days ? [{ asset, idle, since, time, moment, rested }] : []
  })
  found.sort(
    (a, b) =>
      a.moment.getTime() - b.moment.getTime() ||
      (`${a.asset.AssetType} ${a.asset.AssetId}` < `${b.asset.AssetType} ${b.asset.AssetId}` ? -1 : 1),
  )
  const groups: Record<string, number[]> = {}
  for (const { asset, idle, rested } of found) {
    const path = (PLACES[idle.place] ?? []).slice(0, depth).join('>')
    const name = page === 'unmoved' ? String(asset.Fields['PrimaryCategory']) : path
    const counts = (groups[name] ??= [0, 0, 0])
    const step = rested >= 4 * days ? 2 : rested >= 2 * days ? 1 : 0
    counts[step] = (counts[step] ?? 0) + 1
  }
  const rows = found.map(({ asset, idle, since, time, rested }) => ({
    AssetId: asset.AssetId,
    AssetType: asset.AssetType,
    AssetName: asset.Fields['AssetName'],
    Category: asset.Fields['PrimaryCategory'],
    SerialNo: asset.Fields['SerialNo'],
    Location: (PLACES[idle.place] ?? []).join('>'),
    mapId: 'm1',
    arrivedAt: since.toISOString(),
    seenAt: time.toISOString(),
    Days: Math.floor(rested),
  }))
  return { days, rows, groups }
}

const isShown = (
  { AssetType, AssetStatus }: AssetDoc,
  { flagged, inactive }: Question,
  types: readonly string[],
): boolean =>
  types.includes(AssetType) && (flagged || AssetType !== 'Patient') && (inactive || AssetStatus === 'active')

test('assets at rest match a plain implementation, in pages, in groups and in the file', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      const now = Date.now()
      await store(generated, now)
      const { page, days, types, depth, inactive, currentPage, items: size, flagged } = generated
      const headers = flagged ? api.people.admin : api.people.noPatients
      const body = {
        items: [
          ...(types ? [{ AssetType: types }] : []),
          ...(days === undefined ? [] : [{ Days: [String(days)] }]),
          ...(inactive ? [{ AssetStatus: ['active', 'inactive'] }] : []),
        ],
        ...(depth === undefined ? {} : { level: `Level_${depth}` }),
      }
      const pagination = { currentPage, items: size }
      const expected = oracle(generated, now)
      const path = `/api/report.getFilterDataForReport/${page}`
      const { status, body: answer } = await api.post(path, { ...body, pagination }, headers)
      expect(status).toBe(200)
      const start = (currentPage - 1) * size
      expect(answer.assets).toEqual(expected.rows.slice(start, start + size))
      expect([answer.maxAssets, answer.days]).toEqual([expected.rows.length, expected.days])
      expect(answer.bounds).toEqual([1, 2, 4].map((step) => step * expected.days))
      const groups = answer.groups as { name: string; counts: number[] }[]
      expect(Object.fromEntries(groups.map(({ name, counts }) => [name, counts]))).toEqual(expected.groups)
      const file = await api.post(`/api/report.exportCsv/${page}`, body, headers)
      expect(file.text.split('\r\n')).toHaveLength(expected.rows.length + 2)
    }),
    { numRuns: SEEDS },
  )
})
