import { type AssetDoc, Types } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Report, storeReports } from '../../../testing/reported-states.ts'
import { resetSnapshots } from '../../state-snapshots/index.ts'
import { packUntil } from '../testing/period-questions.ts'
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
/** Start on a full hour, long enough ago that no period reaches the present. */
const BEGIN = Date.UTC(2026, 2, 20)
const HOURS = 100
const SPAN = HOURS * 60
const INFUSING = 'pump-status-infusing'

let api: ReportTest
beforeAll(async () => {
  api = await openReportTest()
})
afterAll(() => api.close())

const asset = fc.nat({ max: 7 })
const time = fc.nat({ max: SPAN })
const once = { selector: ({ asset: index, time: at }: { asset: number; time: number }) => `${index} ${at}` }
const question = fc.record({
  stays: fc.uniqueArray(fc.record({ asset, time, place: fc.constantFrom(...PLACE_IDS) }), {
    minLength: 20,
    maxLength: 60,
    ...once,
  }),
  reports: fc.uniqueArray(
    fc.record({ asset, time, value: fc.constantFrom(INFUSING, 'pump-status--not-infusing') }),
    { minLength: 10, maxLength: 30, ...once },
  ),
  levels: fc.uniqueArray(
    fc.record({
      place: fc.constantFrom(...PLACE_IDS),
      category: fc.constantFrom('Pump', 'Pump', 'Pump', 'Pump', 'Bed', 'Zebulon'),
      minimum: fc.integer({ min: 0, max: 3 }),
      extra: fc.nat({ max: 3 }),
    }),
    { minLength: 3, maxLength: 8, selector: ({ place, category }) => `${place} ${category}` },
  ),
  from: fc.nat({ max: HOURS - 1 }),
  hours: fc.integer({ min: 1, max: HOURS }),
  flagged: fc.boolean(),
  category: fc.option(fc.constantFrom('Pump', 'Bed'), { nil: undefined }),
  tower: fc.boolean(),
  // Minutes up to which history is packed; not packed when omitted.
  packed: fc.option(fc.oneof(time, fc.constant(SPAN + 24 * 60)), { nil: undefined, freq: 1 }),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

/** Returns the deepest place with a level of the category that contains the given place. */
function unitOf({ levels }: Question, category: string, place: string | undefined): string | undefined {
  const path = PLACES[place ?? ''] ?? []
  return levels
    .filter((level) => level.category === category)
    .map((level) => level.place)
    .filter((unit) => PLACES[unit]?.every((name, index) => path[index] === name))
    .toSorted((a, b) => (PLACES[b]?.length ?? 0) - (PLACES[a]?.length ?? 0))[0]
}

function oracle(generated: Question) {
  const { stays, reports, levels, from, hours, category, tower } = generated
  const until = Math.min(from + hours, HOURS)
  const moments = Array.from({ length: until - from }, (_, index) => (from + index + 1) * 60)
  // Only active equipment counts.
  const counted = api.assets.flatMap((doc, index) =>
    doc.AssetType === 'Equipment' && doc.AssetStatus === 'active' ? [index] : [],
  )
  return levels
    .filter((level) => category === undefined || level.category === category)
    .filter(({ place }) => !tower || PLACES[place]?.[1] === 'Tower')
    .map((level) => {
      const isShort = moments.filter((moment) => {
        const available = counted.filter((index) => {
          const { Fields } = api.assets[index] as AssetDoc
          if (Fields['PrimaryCategory'] !== level.category) return false
          const path = stays.filter((stay) => stay.asset === index).toSorted((a, b) => a.time - b.time)
          // Arrivals at the end of the period are ignored; before its first stay an asset is at the place of that
          // stay.
          const before = path.filter(({ time: at }) => at <= moment && at < until * 60)
          // Assets first seen after the period were nowhere within it.
          const first = path.find(({ time: at }) => at < until * 60)
          const at = before.at(-1) ?? first
          const reportsBefore = reports.filter((report) => report.asset === index && report.time < moment)
          const state = reportsBefore.toSorted((a, b) => a.time - b.time).at(-1)?.value
          return unitOf(generated, level.category, at?.place) === level.place && state !== INFUSING
        })
        return available.length < level.minimum
      }).length
      const there = counted.filter((index) => {
        const last = stays.filter((stay) => stay.asset === index).toSorted((a, b) => a.time - b.time)
        const { Fields } = api.assets[index] as AssetDoc
        return (
          Fields['PrimaryCategory'] === level.category &&
          unitOf(generated, level.category, last.at(-1)?.place) === level.place
        )
      }).length
      return {
        Category: level.category,
        Unit: (PLACES[level.place] ?? []).join('>'),
        hierarchyId: level.place,
        Minimum: level.minimum,
        Par: Math.max(1, level.minimum + level.extra),
        There: there,
        // The equipment was last seen long ago.
        Available: 0,
        State: level.minimum > 0 ? 'short' : 'below',
        Missing: Math.max(1, level.minimum + level.extra),
        ShortShare: Math.round((isShort / Math.max(1, moments.length)) * 1_000) / 10,
      }
    })
}

type Row = ReturnType<typeof oracle>[number]
const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (`${a.hierarchyId} ${a.Category}` < `${b.hierarchyId} ${b.Category}` ? -1 : 1))

async function store({ stays, reports, levels }: Question): Promise<void> {
  const { db } = api.parts
  const at = (minutes: number): Date => new Date(BEGIN + minutes * MINUTE)
  await resetSnapshots(db)
  await db.driver.visits.deleteMany({})
  await db.driver.parLevels.deleteMany({})
  const docs = visitDocs(
    stays.map(({ asset: index, place, time: minutes }): Stay => {
      return { asset: api.assets[index] as AssetDoc, place, from: at(minutes), lastSeenAt: at(minutes) }
    }),
  )
  if (docs.length > 0) await db.driver.visits.insertMany(docs)
  for (const { _id } of api.assets) {
    const last = docs.findLast((doc) => doc.asset.equals(_id))
    const { hierarchyId, from } = last ?? {}
    const place = { mapId: null, xCenterPoint: null, yCenterPoint: null, provider: 'test' }
    const location = from && {
      ...place,
      hierarchyId,
      fullPath: levelsOf(hierarchyId ?? ''),
      time: from,
      since: from,
    }
    await db.driver.assets.updateOne({ _id }, {
      $set: { CurrentLocation: location ?? null },
    } as never)
  }
  await storeReports(
    db,
    reports.map(({ asset: index, time: minutes, value }): Report => {
      const { _id } = api.assets[index] as AssetDoc
      return { asset: _id, field: 'InfusionStatus', value, time: at(minutes).getTime() }
    }),
  )
  for (const { place, category, minimum, extra } of levels)
    await db.driver.parLevels.insertOne({
      _id: new Types.ObjectId().toHexString(),
      hierarchyId: place,
      Category: category,
      Minimum: minimum,
      Par: Math.max(1, minimum + extra),
      updatedAt: at(0),
      updatedBy: 'test',
    })
}

test('shortages and stock match a plain implementation', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      await store(generated)
      const { from, hours, category, tower, flagged, packed } = generated
      if (packed !== undefined) await packUntil(api, BEGIN + packed * MINUTE)
      const until = Math.min(from + hours, HOURS)
      const at = (hour: number): string => new Date(BEGIN + hour * HOUR).toISOString()
      const items = [
        { createdAt: { $gte: at(from), $lt: at(until) } },
        ...(category ? [{ 'Fields.PrimaryCategory': category }] : []),
        ...(tower ? [{ 'CurrentLocation.fullPath.Level_2': 'Tower' }] : []),
      ]
      const headers = flagged ? api.people.admin : api.people.noPatients
      const path = '/api/report.getFilterDataForReport/par-levels'
      const body = { items, pagination: { currentPage: 1, items: 50 } }
      const { status, body: answer } = await api.post(path, body, headers)
      const expected = oracle(generated)
      expect(status).toBe(200)
      expect(inOrder(answer.assets)).toEqual(inOrder(expected))
      expect([answer.maxAssets, answer.moments]).toEqual([expected.length, until - from])
      const short = expected.reduce((sum, { ShortShare }) => sum + ShortShare, 0) / 100
      const drawn = (answer.points as { short: number }[]).reduce((sum, point) => sum + point.short, 0)
      expect(drawn / (until - from)).toBeCloseTo(short, 0)
    }),
    { numRuns: SEEDS },
  )
})
