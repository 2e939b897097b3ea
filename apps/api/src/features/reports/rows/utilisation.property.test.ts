import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askPeriod,
  BEGIN,
  HOUR,
  INFUSING,
  MINUTE,
  periodQuestion,
  storeEvents,
  unitOf,
} from '../testing/period-questions.ts'
import { levelsOf, openReportTest, PLACE_IDS, type ReportTest } from '../testing/report-test.ts'

const SEEDS = 50
/** The span includes a change of daylight saving time. */
const SPAN_MINUTES = 20 * 24 * 60

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

// Many times are on a full hour, some a minute or a millisecond beside it.
const time = fc.oneof(
  fc.nat({ max: SPAN_MINUTES }).map((minutes) => minutes * MINUTE),
  fc
    .tuple(fc.nat({ max: SPAN_MINUTES / 60 }), fc.constantFrom(0, 1, -1, -10 * MINUTE, -10 * MINUTE - 1))
    .map(([hour, odd]) => hour * HOUR + odd),
)
const question = fc.record({
  ...periodQuestion(time, [INFUSING, 'pump-status--not-infusing', 'SOMETHING_ELSE']),
  homes: fc.array(fc.option(fc.constantFrom(...PLACE_IDS), { nil: undefined }), {
    minLength: 8,
    maxLength: 8,
  }),
  from: fc.nat({ max: SPAN_MINUTES }),
  minutes: fc.integer({ min: 1, max: 4 * 24 * 60 }),
  zone: fc.constantFrom(undefined, 'UTC', 'Europe/Berlin', 'Asia/Kolkata'),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

async function store(generated: Question): Promise<void> {
  for (const [index, { _id }] of api.assets.entries()) {
    const home = generated.homes[index]
    const update = home
      ? { $set: { HomeLocation: { fullPath: levelsOf(home) } } }
      : { $unset: { HomeLocation: '' as const } }
    await api.parts.db.driver.assets.updateOne({ _id }, update)
  }
  await storeEvents(api, generated)
}

type Use = 'infusing' | 'moving' | 'idle'
function useOf(index: number, { stays, reports }: Question, at: number): Use {
  const before = reports.filter((report) => report.asset === index && BEGIN + report.time < at)
  const last = before.toSorted((a, b) => a.time - b.time).at(-1)
  if (last?.value === INFUSING) return 'infusing'
  const hasArrived = stays.some((stay) => {
    const from = BEGIN + stay.time
    return stay.asset === index && from >= at - 10 * MINUTE && from < at
  })
  return hasArrived ? 'moving' : 'idle'
}

function oracle(generated: Question, from: number, to: number) {
  const { types = ['Equipment'], level = 2, flagged, homes, zone = 'UTC' } = generated
  const moments: number[] = []
  for (let at = Math.floor(from / HOUR) * HOUR + HOUR; at <= to; at += HOUR) moments.push(at)
  if (moments.length === 0) moments.push(to)
  const owned = api.assets.flatMap((doc, index) =>
    doc.AssetStatus === 'active' && types.includes(doc.AssetType) && (flagged || doc.AssetType !== 'Patient')
      ? [{ doc, index, unit: unitOf(homes[index], level) }]
      : [],
  )
  const groups = new Map<string, { AssetType: string; Category: string; Unit: string; uses: Use[][] }>()
  const week = new Map<string, Use[]>()
  const points = moments.map((at) => {
    const seen = { createdAt: new Date(at).toISOString(), infusing: 0, moving: 0, idle: 0 }
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long', hour: '2-digit' })
    const hourOfWeek = local.format(at)
    for (const { doc, index, unit } of owned) {
      const use = useOf(index, generated, at)
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

test('equipment in use matches a plain implementation, by category and unit, over time and by the hour', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      await store(generated)
      const { from: begin, minutes, zone } = generated
      const [from, to] = [BEGIN + begin * MINUTE, BEGIN + (begin + minutes) * MINUTE]
      const inZone = zone === undefined ? {} : { timeZone: zone }
      const { status, body: answer } = await askPeriod(api, 'utilisation', generated, { from, to, ...inZone })
      const expected = oracle(generated, from, to)
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
