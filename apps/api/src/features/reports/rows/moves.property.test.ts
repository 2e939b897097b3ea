import type { AssetDoc } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openReportTest,
  PLACE_IDS,
  PLACES,
  type ReportTest,
  type Stay,
  visitDocs,
} from '../testing/report-test.ts'

/** Times of the generated history in minutes; the last one is an hour ago. */
const STEPS = 240
const START = Math.floor((Date.now() - (STEPS + 60) * 60_000) / 60_000) * 60_000
const timeOf = (step: number): Date => new Date(START + step * 60_000)

let api: ReportTest
let stays: Stay[]
beforeAll(async () => {
  api = await openReportTest()
  stays = fc.sample(staysOf(api.assets), { numRuns: 1, seed: 7 })[0] ?? []
  await api.parts.db.driver.visits.insertMany(visitDocs(stays))
})
afterAll(() => api.close())

/** Every second minute an asset moves to another place, never two at the same time. */
function staysOf(assets: readonly AssetDoc[]): fc.Arbitrary<Stay[]> {
  const arrival = fc.record({ asset: fc.constantFrom(...assets), place: fc.constantFrom(...PLACE_IDS) })
  return fc.array(arrival, { minLength: STEPS / 2, maxLength: STEPS / 2 }).map((arrivals) => {
    const at = new Map<AssetDoc, string>()
    return arrivals.flatMap(({ asset, place }, index) => {
      if (at.get(asset) === place) return []
      at.set(asset, place)
      return [{ asset, place, from: timeOf(index * 2), lastSeenAt: timeOf(index * 2 + 1) }]
    })
  })
}

type Question = {
  types: string[] | undefined
  ids: string[] | undefined
  from: number
  to: number
  level: number | undefined
  first: { level: number; name: string } | undefined
  second: { level: number; name: string } | undefined
  page: number
  size: number
  ascending: boolean
  sortField: 'createdAt' | 'AssetId' | 'LocationB'
  flagged: boolean
}
const place = fc.record({
  level: fc.integer({ min: 1, max: 4 }),
  name: fc.constantFrom('Site', 'Tower', 'Annex', 'Ward 1', 'Depot'),
})
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 })
const question: fc.Arbitrary<Question> = fc.record({
  types: maybe(fc.subarray(['Equipment', 'Clinician', 'Patient'], { minLength: 1 })),
  ids: maybe(fc.subarray(['P-1', 'P-2', 'B-1', 'C-1', 'PT-1', 'none'], { minLength: 1 })),
  from: fc.integer({ min: 0, max: STEPS / 2 }),
  to: fc.integer({ min: STEPS / 2, max: STEPS }),
  level: maybe(fc.integer({ min: 1, max: 5 })),
  first: maybe(place),
  second: maybe(place),
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 40 }),
  ascending: fc.boolean(),
  sortField: fc.constantFrom('createdAt', 'createdAt', 'AssetId', 'LocationB'),
  flagged: fc.boolean(),
})

/** Computes the expected moves with plain code over the stays. */
function oracle({ types = ['Equipment'], ids, level, first, second, ...generated }: Question): object[] {
  const depth = level ?? Math.max(first?.level ?? 0, second?.level ?? 0)
  const pathOf = (id: string): string => (PLACES[id] ?? []).slice(0, depth || 99).join('>')
  const isAt = (id: string, wanted: Question['first']): boolean =>
    !wanted || PLACES[id]?.[wanted.level - 1] === wanted.name
  const moves = api.assets.flatMap((asset) => {
    const assetStays = stays.filter((stay) => stay.asset === asset)
    return assetStays.flatMap((b, index) => {
      const a = assetStays[index - 1]
      return a && pathOf(a.place) !== pathOf(b.place) ? [{ a, b }] : []
    })
  })
  const rows = moves
    .filter(({ b: { asset } }) => types.includes(asset.AssetType) && (!ids || ids.includes(asset.AssetId)))
    .filter(({ b: { asset } }) => generated.flagged || asset.AssetType !== 'Patient')
    .filter(({ b: { from } }) => from >= timeOf(generated.from) && from < timeOf(generated.to))
    .filter(({ a, b }) => isAt(a.place, first) && isAt(b.place, second))
  const found = rows.map(({ a, b }) => ({
    AssetId: b.asset.AssetId,
    AssetType: b.asset.AssetType,
    AssetName: b.asset.Fields['AssetName'],
    LocationA: pathOf(a.place),
    LocationB: pathOf(b.place),
    leftAt: a.lastSeenAt.toISOString(),
    createdAt: b.from.toISOString(),
  }))
  const byId = (x: Found, y: Found): number =>
    compare(x.AssetType, y.AssetType) || compare(x.AssetId, y.AssetId) || compare(y.createdAt, x.createdAt)
  const { sortField, ascending } = generated
  return found.sort((x, y) => compare(x[sortField], y[sortField]) * (ascending ? 1 : -1) || byId(x, y))
}

type Found = { AssetType: string; AssetId: string; createdAt: string }
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const bodyOf = ({ types, ids, from, to, level, first, second, page, size, ...order }: Question) => ({
  items: [
    ...(types ? [{ AssetType: types }] : []),
    ...(ids ? [{ AssetId: ids }] : []),
    { createdAt: { startDate: timeOf(from).toISOString(), endDate: timeOf(to).toISOString() } },
    ...(first ? [{ [`CurrentLocation.level.Level_${first.level}`]: first.name }] : []),
    ...(second ? [{ [`2.CurrentLocation.fullPath.Level_${second.level}`]: [second.name] }] : []),
  ],
  ...(level === undefined ? {} : { level: `Level_${level}` }),
  sort: [{ sortField: order.sortField, sortDirection: order.ascending ? 1 : -1 }],
  pagination: { currentPage: page, items: size },
})

test('moves match those of a plain implementation, in pages and in the file', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (generated) => {
      const expected = oracle(generated)
      const headers = generated.flagged ? api.people.admin : api.people.noPatients
      const { status, body } = await api.post('/api/report.pumpMovement', bodyOf(generated), headers)
      expect(status).toBe(200)
      const start = (generated.page - 1) * generated.size
      expect(body).toEqual({
        assets: expected.slice(start, start + generated.size),
        maxAssets: expected.length,
      })
      const file = await api.post('/api/report.exportCsv/pump-movement', bodyOf(generated), headers)
      expect(file.text.split('\r\n')).toHaveLength(expected.length + 2)
    }),
    { numRuns: 60 },
  )
})
