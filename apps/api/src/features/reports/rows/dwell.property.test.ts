import type { AssetDoc } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Report, storeReports } from '../../../testing/reported-states.ts'
import {
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
/** Long enough ago that no period reaches the present. */
const BEGIN = Date.UTC(2026, 2, 20)
const SPAN = 6 * 24 * 60
const INFUSING = 'pump-status-infusing'

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

const asset = fc.nat({ max: 7 })
const time = fc.nat({ max: SPAN })
const question = fc.record({
  stays: fc.uniqueArray(fc.record({ asset, time, place: fc.constantFrom(...PLACE_IDS) }), {
    maxLength: 80,
    selector: ({ asset: index, time: at }) => `${index} ${at}`,
  }),
  reports: fc.uniqueArray(
    fc.record({ asset, time, value: fc.constantFrom(INFUSING, 'pump-status--not-infusing') }),
    { maxLength: 60, selector: ({ asset: index, time: at }) => `${index} ${at}` },
  ),
  from: fc.nat({ max: SPAN }),
  minutes: fc.integer({ min: 1, max: SPAN }),
  level: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  types: fc.option(fc.subarray(['Equipment', 'Clinician', 'Patient'], { minLength: 1 }), { nil: undefined }),
  category: fc.option(fc.constantFrom('Pump', 'Bed'), { nil: undefined }),
  flagged: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

const percentile = (durations: readonly number[], part: number): number | null => {
  if (durations.length === 0) return null
  const inOrder = durations.toSorted((a, b) => a - b)
  const duration = inOrder.find((_, index) => (index + 1) / inOrder.length >= part) ?? 0
  return Math.round((duration / HOUR) * 100) / 100
}

function oracle(asked: Question) {
  const { stays, reports, from, minutes, level = 2, types = ['Equipment'], category, flagged } = asked
  const until = from + minutes
  const units = new Map<string, { stays: number[]; turnarounds: number[] }>()
  for (const [index, { AssetType, Fields }] of api.assets.entries()) {
    const isMeant = category === undefined || Fields['PrimaryCategory'] === category
    if (!types.includes(AssetType) || (!flagged && AssetType === 'Patient') || !isMeant) continue
    const path = stays
      .filter((stay) => stay.asset === index)
      .toSorted((a, b) => a.time - b.time)
      .map(({ place, time: at }) => ({ unit: (PLACES[place] ?? []).slice(0, level).join('>'), at }))
      .filter(({ unit }, place, all) => place === 0 || unit !== all[place - 1]?.unit)
    const told = reports.filter((report) => report.asset === index).toSorted((a, b) => a.time - b.time)
    const changes = told.filter(({ value }, place) => value !== told[place - 1]?.value)
    for (const [place, { at }] of path.entries()) {
      const left = path[place - 1]
      if (!left || at < from || at >= until) continue
      const durations = units.get(left.unit) ?? { stays: [], turnarounds: [] }
      units.set(left.unit, durations)
      durations.stays.push((at - left.at) * MINUTE)
      const infuses = changes.findLast((change) => change.time < at)?.value === INFUSING
      const next = changes.find((change) => change.time >= at && change.value === INFUSING)
      if (!infuses && next && next.time < until) durations.turnarounds.push((next.time - at) * MINUTE)
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

test('how long things stay, and until they are used again, is what plain code measures', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { db } = api.parts
      const at = (minutes: number): Date => new Date(BEGIN + minutes * MINUTE)
      await db.driver.visits.deleteMany({})
      const docs = visitDocs(
        asked.stays.map(({ asset: index, place, time: minutes }): Stay => {
          return { asset: api.assets[index] as AssetDoc, place, from: at(minutes), lastSeenAt: at(minutes) }
        }),
      )
      if (docs.length > 0) await db.driver.visits.insertMany(docs)
      await storeReports(
        db,
        asked.reports.map(({ asset: index, time: minutes, value }): Report => {
          const { _id } = api.assets[index] as AssetDoc
          return { asset: _id, field: 'InfusionStatus', value, time: at(minutes).getTime() }
        }),
      )
      const { from, minutes, level, types, category, flagged } = asked
      const items = [
        { createdAt: { $gte: at(from).toISOString(), $lt: at(from + minutes).toISOString() } },
        ...(types ? [{ AssetType: types }] : []),
        ...(category ? [{ 'Fields.PrimaryCategory': category }] : []),
      ]
      const body = {
        items,
        ...(level === undefined ? {} : { level: `Level_${level}` }),
        pagination: { currentPage: 1, items: 50 },
      }
      const headers = flagged ? api.people.admin : api.people.noPatients
      const path = '/api/report.getFilterDataForReport/dwell'
      const { status, body: answer } = await api.post(path, body, headers)
      const expected = oracle(asked)
      expect(status).toBe(200)
      expect(byUnit(answer.assets)).toEqual(byUnit(expected))
      expect(answer.maxAssets).toBe(expected.length)
    }),
    { numRuns: SEEDS },
  )
})
