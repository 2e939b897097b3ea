import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askPeriod,
  BEGIN,
  HOUR,
  INFUSING,
  MINUTE,
  packUntil,
  periodQuestion,
  storeEvents,
  unitOf,
} from '../testing/period-questions.ts'
import { openReportTest, type ReportTest } from '../testing/report-test.ts'

const SEEDS = 50
const SPAN_MINUTES = 6 * 24 * 60

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

const minute = fc.nat({ max: SPAN_MINUTES })
const question = fc.record({
  ...periodQuestion(
    minute.map((minutes) => minutes * MINUTE),
    [INFUSING, 'pump-status--not-infusing'],
  ),
  from: minute,
  minutes: fc.integer({ min: 1, max: SPAN_MINUTES }),
  category: fc.option(fc.constantFrom('Pump', 'Bed'), { nil: undefined }),
  // Minutes up to which history is packed; not packed when omitted.
  packed: fc.option(fc.oneof(minute, fc.constant(SPAN_MINUTES + 60)), { nil: undefined, freq: 1 }),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

const percentile = (durations: readonly number[], part: number): number | null => {
  if (durations.length === 0) return null
  const inOrder = durations.toSorted((a, b) => a - b)
  const duration = inOrder.find((_, index) => (index + 1) / inOrder.length >= part) ?? 0
  return Math.round((duration / HOUR) * 100) / 100
}

function oracle(generated: Question) {
  const { stays, reports, level = 2, types = ['Equipment'], category, flagged } = generated
  const from = generated.from * MINUTE
  const until = from + generated.minutes * MINUTE
  const units = new Map<string, { stays: number[]; turnarounds: number[] }>()
  for (const [index, { AssetType, Fields }] of api.assets.entries()) {
    const isMeant = category === undefined || Fields['PrimaryCategory'] === category
    if (!types.includes(AssetType) || (!flagged && AssetType === 'Patient') || !isMeant) continue
    const path = stays
      .filter((stay) => stay.asset === index)
      .toSorted((a, b) => a.time - b.time)
      .map(({ place, time: at }) => ({ unit: unitOf(place, level), at }))
      .filter(({ unit }, place, all) => place === 0 || unit !== all[place - 1]?.unit)
    const reportsOfAsset = reports
      .filter((report) => report.asset === index)
      .toSorted((a, b) => a.time - b.time)
    const changes = reportsOfAsset.filter(({ value }, place) => value !== reportsOfAsset[place - 1]?.value)
    for (const [place, { at }] of path.entries()) {
      const before = path[place - 1]
      if (!before || at < from || at >= until) continue
      const durations = units.get(before.unit) ?? { stays: [], turnarounds: [] }
      units.set(before.unit, durations)
      durations.stays.push(at - before.at)
      const infuses = changes.findLast((change) => change.time < at)?.value === INFUSING
      const next = changes.find((change) => change.time >= at && change.value === INFUSING)
      if (!infuses && next && next.time < until) durations.turnarounds.push(next.time - at)
    }
  }
  return [...units].map(([Unit, { stays: ofStays, turnarounds }]) => ({
    Unit,
    Stays: ofStays.length,
    StayMedian: percentile(ofStays, 0.5),
    StayP90: percentile(ofStays, 0.9),
    Turnarounds: turnarounds.length,
    TurnaroundMedian: percentile(turnarounds, 0.5),
    TurnaroundP90: percentile(turnarounds, 0.9),
  }))
}

const byUnit = <Row extends { Unit: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.Unit < b.Unit ? -1 : 1))

test('stays and times until the next use match a plain implementation', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      await storeEvents(api, generated)
      if (generated.packed !== undefined) await packUntil(api, BEGIN + generated.packed * MINUTE)
      const [from, to] = [generated.from, generated.from + generated.minutes].map(
        (minutes) => BEGIN + minutes * MINUTE,
      )
      const { category } = generated
      const ofCategory = category === undefined ? [] : [{ 'Fields.PrimaryCategory': category }]
      const { status, body: answer } = await askPeriod(api, 'dwell', generated, {
        from: from ?? 0,
        to: to ?? 0,
        conditions: ofCategory,
      })
      const expected = oracle(generated)
      expect(status).toBe(200)
      expect(byUnit(answer.assets)).toEqual(byUnit(expected))
      expect(answer.maxAssets).toBe(expected.length)
    }),
    { numRuns: SEEDS },
  )
})
