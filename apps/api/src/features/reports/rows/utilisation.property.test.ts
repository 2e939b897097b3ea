import type { AssetDoc } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Report, storeReports } from '../../../testing/reported-states.ts'
import {
  levelsOf,
  openReportTest,
  PLACE_IDS,
  PLACES,
  type ReportTest,
  type Stay,
  visitDocs,
} from '../testing/report-test.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const SEEDS = 50
/** Long enough ago that no period reaches the present; a change of daylight saving time lies within. */
const BEGIN = Date.UTC(2026, 2, 20)
const SPAN_MINUTES = 20 * 24 * 60
const PATH = '/api/report.getFilterDataForReport/utilisation'

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

const asset = fc.nat({ max: 7 })
// Many on a full hour, some a minute or a millisecond beside it.
const time = fc.oneof(
  fc.nat({ max: SPAN_MINUTES }).map((minutes) => minutes * MINUTE),
  fc
    .tuple(fc.nat({ max: SPAN_MINUTES / 60 }), fc.constantFrom(0, 1, -1, -10 * MINUTE, -10 * MINUTE - 1))
    .map(([hour, odd]) => hour * HOUR + odd),
)
const question = fc.record({
  reports: fc.array(
    fc.record({
      asset,
      time,
      value: fc.constantFrom('pump-status-infusing', 'pump-status--not-infusing', 'SOMETHING_ELSE'),
    }),
    { maxLength: 80 },
  ),
  stays: fc.uniqueArray(fc.record({ asset, time, place: fc.constantFrom(...PLACE_IDS) }), {
    maxLength: 60,
    selector: ({ asset: index, time: at }) => `${index} ${at}`,
  }),
  homes: fc.array(fc.option(fc.constantFrom(...PLACE_IDS), { nil: undefined }), {
    minLength: 8,
    maxLength: 8,
  }),
  from: fc.nat({ max: SPAN_MINUTES }),
  minutes: fc.integer({ min: 1, max: 4 * 24 * 60 }),
  level: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  types: fc.option(fc.subarray(['Equipment', 'Clinician', 'Patient'], { minLength: 1 }), { nil: undefined }),
  zone: fc.constantFrom(undefined, 'UTC', 'Europe/Berlin', 'Asia/Kolkata'),
  flagged: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

async function store({ stays, homes }: Question, told: readonly Report[]): Promise<void> {
  const { db } = api.parts
  await storeReports(db, told)
  await db.driver.visits.deleteMany({})
  const docs = visitDocs(
    stays.map(({ asset: index, place, time: at }): Stay => {
      const from = new Date(BEGIN + at)
      return { asset: api.assets[index] as AssetDoc, place, from, lastSeenAt: from }
    }),
  )
  if (docs.length > 0) await db.driver.visits.insertMany(docs)
  for (const [index, { _id }] of api.assets.entries()) {
    const home = homes[index]
    const update = home
      ? { $set: { HomeLocation: { fullPath: levelsOf(home) } } }
      : { $unset: { HomeLocation: '' as const } }
    await db.driver.assets.updateOne({ _id }, update)
  }
}

/** Two reports of one asset at one moment have no order. */
const reportsOf = ({ reports }: Question): Report[] => {
  const told = reports.map(({ asset: index, time: at, value }): Report => {
    const { _id } = api.assets[index] as AssetDoc
    return { asset: _id, field: 'InfusionStatus', value, time: BEGIN + at }
  })
  return [...new Map(told.map((report) => [`${report.asset.toHexString()} ${report.time}`, report])).values()]
}

type Use = 'infusing' | 'moving' | 'idle'
function useOf(
  { _id }: AssetDoc,
  index: number,
  { stays }: Question,
  told: readonly Report[],
  at: number,
): Use {
  const before = told.filter((report) => report.asset.equals(_id) && report.time < at)
  const last = before.toSorted((a, b) => a.time - b.time).at(-1)
  if (last?.value === 'pump-status-infusing') return 'infusing'
  const hasArrived = stays.some((stay) => {
    const from = BEGIN + stay.time
    return stay.asset === index && from >= at - 10 * MINUTE && from < at
  })
  return hasArrived ? 'moving' : 'idle'
}

function oracle(asked: Question, told: readonly Report[], from: number, to: number) {
  const { types = ['Equipment'], level = 2, flagged, homes, zone = 'UTC' } = asked
  const moments: number[] = []
  for (let at = Math.floor(from / HOUR) * HOUR + HOUR; at <= to; at += HOUR) moments.push(at)
  if (moments.length === 0) moments.push(to)
  const owned = api.assets.flatMap((doc, index) =>
    doc.AssetStatus === 'active' && types.includes(doc.AssetType) && (flagged || doc.AssetType !== 'Patient')
      ? [{ doc, index, unit: (PLACES[homes[index] ?? ''] ?? []).slice(0, level).join('>') }]
      : [],
  )
  const groups = new Map<string, { AssetType: string; Category: string; Unit: string; uses: Use[][] }>()
  const week = new Map<string, Use[]>()
  const points = moments.map((at) => {
    const seen = { createdAt: new Date(at).toISOString(), infusing: 0, moving: 0, idle: 0 }
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long', hour: '2-digit' })
    const hourOfWeek = local.format(at)
    for (const { doc, index, unit } of owned) {
      const use = useOf(doc, index, asked, told, at)
      seen[use] += 1
      const key = [doc.AssetType, doc.Fields['PrimaryCategory'], unit].join('|')
      const group = groups.get(key) ?? {
        AssetType: doc.AssetType,
        Category: String(doc.Fields['PrimaryCategory']),
        Unit: unit,
        uses: moments.map(() => []),
      }
      group.uses[moments.indexOf(at)]?.push(use)
      groups.set(key, group)
      week.set(hourOfWeek, [...(week.get(hourOfWeek) ?? []), use])
    }
    return seen
  })
  const share = (uses: readonly Use[], ...wanted: Use[]): number =>
    uses.length === 0
      ? 0
      : Math.round((uses.filter((use) => wanted.includes(use)).length / uses.length) * 1_000) / 10
  const rows = [...groups.values()].map(({ uses, ...group }) => {
    const all = uses.flat()
    const Peak = Math.max(...uses.map((now) => now.filter((use) => use !== 'idle').length))
    const Owned = uses[0]?.length ?? 0
    return {
      ...group,
      Owned,
      InUse: share(all, 'infusing', 'moving'),
      Infusing: share(all, 'infusing'),
      Moving: share(all, 'moving'),
      Idle: share(all, 'idle'),
      Peak,
      NeverNeeded: Owned - Peak,
    }
  })
  const heat = [...week.values()].map((uses) => share(uses, 'infusing', 'moving'))
  return { moments, rows, points, heat }
}

const byKey = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted()

test('what was in use is what plain code counts, by category and unit, over time and by the hour', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const told = reportsOf(asked)
      await store(asked, told)
      const { from: begin, minutes, level, types, zone, flagged } = asked
      const [from, to] = [BEGIN + begin * MINUTE, BEGIN + (begin + minutes) * MINUTE]
      const body = {
        items: [
          { createdAt: { $gte: new Date(from).toISOString(), $lt: new Date(to).toISOString() } },
          ...(types ? [{ AssetType: types }] : []),
        ],
        ...(level === undefined ? {} : { level: `Level_${level}` }),
        ...(zone === undefined ? {} : { timeZone: zone }),
        pagination: { currentPage: 1, items: 50 },
      }
      const headers = flagged ? api.people.admin : api.people.noPatients
      const { status, body: answer } = await api.post(PATH, body, headers)
      const expected = oracle(asked, told, from, to)
      expect(status).toBe(200)
      expect(byKey(answer.assets)).toEqual(byKey(expected.rows))
      expect(answer.maxAssets).toBe(expected.rows.length)
      if (expected.rows.length === 0) return
      expect(answer.moments).toBe(expected.moments.length)
      if (expected.moments.length <= 120) expect(answer.points).toEqual(expected.points)
      const heat = (answer.heat.week as (number | null)[][]).flat().filter((share) => share !== null)
      expect(heat.toSorted((a, b) => a - b)).toEqual(expected.heat.toSorted((a, b) => a - b))
    }),
    { numRuns: SEEDS },
  )
})
