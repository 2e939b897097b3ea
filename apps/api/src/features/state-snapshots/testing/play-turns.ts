import type { Types } from '@wardtrack/database'
import fc, { type Arbitrary } from 'fast-check'
import type { Report } from '../../../testing/reported-states.ts'
import type { Arrival, SnapshotTest } from './snapshot-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const INFUSING = 'pump-status-infusing'

type GeneratedReport = { asset: number; ageMs: number; infuses: boolean }
type GeneratedArrival = { asset: number; ageMs: number; leftWard: string | undefined }

/** Interval of some hours with reports and arrivals of pumps, on time or late, followed by packing. */
export type Turn = {
  waitHours: number
  reports: readonly GeneratedReport[]
  arrivals: readonly GeneratedArrival[]
}

/** Generates two or three turns. @param ageMs lateness of the events */
export function turnsOf(ageMs: Arbitrary<number>): Arbitrary<Turn[]> {
  const asset = fc.constantFrom(0, 3, 3, 5, 6)
  const leftWard = fc.option(fc.constantFrom('Ward 1', 'Ward 2'), { nil: undefined })
  const turn = fc.record({
    waitHours: fc.integer({ min: 1, max: 30 }),
    reports: fc.array(fc.record({ asset, ageMs, infuses: fc.boolean() }), { maxLength: 8 }),
    arrivals: fc.array(fc.record({ asset, ageMs, leftWard }), { maxLength: 8 }),
  })
  return fc.array(turn, { minLength: 2, maxLength: 3 })
}

/** Returns an asset of a test by index. */
export function assetAt({ assets }: SnapshotTest, index: number): Types.ObjectId {
  const asset = assets[index]
  if (!asset) throw new Error(`no asset ${index}`)
  return asset
}

/**
 * Plays turns in an empty store, from a moment on. @returns all arrivals, and the moment at the end of the last turn
 */
export async function playTurns(
  store: SnapshotTest,
  begin: number,
  turns: readonly Turn[],
): Promise<{ arrivals: readonly Arrival[]; now: number }> {
  await store.reset()
  let now = begin
  const arrivals: Arrival[] = []
  for (const turn of turns) {
    now += turn.waitHours * HOUR
    store.setTime(now)
    const reports = turn.reports.map(({ asset, ageMs, infuses }): Report => {
      const value = infuses ? INFUSING : 'pump-status--not-infusing'
      return { asset: assetAt(store, asset), field: 'InfusionStatus', value, time: now - ageMs }
    })
    await store.report(unannounced(reports, store.reports()))
    const visits = turn.arrivals.map(({ asset, ageMs, leftWard }): Arrival => {
      const arrival = { asset: assetAt(store, asset), time: now - ageMs }
      return leftWard === undefined ? arrival : { ...arrival, leftWard }
    })
    const newVisits = unannounced(visits, arrivals)
    await store.arrive(newVisits)
    arrivals.push(...newVisits)
    // Snapshots include a late event once its note is old enough.
    now += 2 * MINUTE
    store.setTime(now)
    await store.pack()
  }
  return { arrivals, now }
}

/**
 * Returns the last event of each asset and moment. Events that share a moment with an earlier one are left out,
 * because they have no order.
 */
function unannounced<Event extends { asset: Types.ObjectId; time: number }>(
  events: readonly Event[],
  earlier: readonly Event[],
): Event[] {
  const keyOf = ({ asset, time }: Event): string => `${asset.toHexString()} ${time}`
  const announced = new Set(earlier.map(keyOf))
  const byKey = new Map(events.map((event) => [keyOf(event), event]))
  return [...byKey].filter(([key]) => !announced.has(key)).map(([, event]) => event)
}
