import { STATE_FAMILIES } from '@wardtrack/contracts'
import { STATE_PERIOD_MS } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTED, countedBefore, type Report } from '../../testing/reported-states.ts'
import { StateCounts } from './packed-state.ts'
import { createStateReader, type StateReader } from './state-reader.ts'
import { openSnapshotTest, type SnapshotTest } from './testing/snapshot-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEGIN = Date.UTC(2026, 2, 28, 21, 3)
const RUNS = 50

let store: SnapshotTest
let reader: StateReader
beforeAll(async () => {
  store = await openSnapshotTest()
  reader = createStateReader(store.db)
})
afterAll(() => store.close())

const unknownValues = Object.values(STATE_FAMILIES).map(({ field }) => ({ field, value: 'SOMETHING_ELSE' }))
/** Reports on time, hours late, and at the edge of a period. */
const reported = fc.array(
  fc.record({
    // Few assets, so that many reports concern the same state.
    asset: fc.constantFrom(0, 3, 3, 5, 6),
    state: fc.oneof(fc.constantFrom(...COUNTED, ...unknownValues), fc.constantFrom(...COUNTED.slice(0, 3))),
    ageMs: fc.oneof(
      fc.nat({ max: MINUTE }),
      fc.nat({ max: 30 * HOUR }),
      fc.nat({ max: 200 }).map((periods) => periods * STATE_PERIOD_MS),
    ),
    isAtEdge: fc.boolean(),
  }),
  { minLength: 4, maxLength: 16 },
)
const turns = fc.array(fc.record({ waitMs: fc.nat({ max: 20 * HOUR }), reported, isPacked: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
})
const moments = fc.array(fc.nat({ max: 130 * HOUR }), { minLength: 6, maxLength: 10 })

/** Two reports of one field at the same moment have no order: the first one received counts. */
function unlikeBefore(reports: readonly Report[]): Report[] {
  const seen = new Set(store.reports().map(keyOf))
  return reports.filter((report) => {
    const isNew = !seen.has(keyOf(report))
    seen.add(keyOf(report))
    return isNew
  })
}

const keyOf = ({ asset, field, time }: Report): string => [asset.toHexString(), field, time].join('|')

test('snapshots and later reports give the state of a plain implementation at every moment, late reports included', async () => {
  const property = fc.asyncProperty(turns, moments, async (generatedTurns, offsets) => {
    await store.reset()
    let now = BEGIN
    for (const { waitMs, reported: generatedReports, isPacked } of generatedTurns) {
      now += waitMs
      store.setTime(now)
      const reports = generatedReports.flatMap(({ asset, state: { field, value }, ageMs, isAtEdge }) => {
        const exact = now - ageMs
        const time = isAtEdge ? exact - (exact % STATE_PERIOD_MS) : exact
        const named = store.assets[asset]
        return named ? [{ asset: named, field, value, time }] : []
      })
      await store.report(unlikeBefore(reports))
      if (isPacked) await store.pack()
    }
    // Snapshots include a late report once its note is old enough.
    now += 2 * MINUTE
    store.setTime(now)
    await store.pack()
    const at = offsets.map((offset) => Math.min(now, BEGIN - 30 * HOUR + offset)).sort((a, b) => a - b)
    const edges = at.map((moment) => moment - (moment % STATE_PERIOD_MS))
    const all = [...new Set([...at, ...edges])].sort((a, b) => a - b)
    const counted = await countedAt(all)
    expect(counted).toEqual(all.map((moment) => countedBefore(store.reports(), store.assets, moment)))
  })
  await fc.assert(property, { numRuns: RUNS })
})

async function countedAt(at: readonly number[]) {
  const ids = store.assets.map((asset) => asset.toHexString())
  const counts: StateCounts[] = []
  await reader.walk(ids, at, (words, moment) => {
    const counted = new StateCounts()
    for (const word of words) counted.add(word)
    counts[moment] = counted
  })
  return counts.map((counted) => counted.members())
}
