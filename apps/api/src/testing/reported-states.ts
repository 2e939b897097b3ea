import { CHART_MEMBERS, type ChartMember, STATE_FAMILIES } from '@wardtrack/contracts'
import { type Database, type StateStretchDoc, summaryId, type Types } from '@wardtrack/database'

/** Report of a field value by an asset. @see time milliseconds */
export type Report = { asset: Types.ObjectId; field: string; value: string; time: number }

/** All values that the chart counts, with field and member. */
export const COUNTED = Object.values(STATE_FAMILIES).flatMap(({ field, values }) =>
  (Object.entries(values) as [ChartMember, string][]).map(([member, value]) => ({ field, member, value })),
)

const keyOf = ({ asset, field }: Report): string => `${asset.toHexString()}|${field}`
const byTime = (reports: readonly Report[]): Report[] => reports.toSorted((a, b) => a.time - b.time)

/** Returns the stretches of reports: a new one where a field's value changes. */
export function stretchesOf(reports: readonly Report[]): StateStretchDoc[] {
  const stretches: StateStretchDoc[] = []
  const open = new Map<string, StateStretchDoc>()
  for (const report of byTime(reports)) {
    const { asset, field, value, time } = report
    const last = open.get(keyOf(report))
    if (last?.value === value) continue
    const from = new Date(time)
    if (last) last.to = from
    const _id = summaryId(from, asset.toHexString(), field)
    const stretch = { _id, asset, AssetType: 'Equipment', field, value, from, to: null }
    open.set(keyOf(report), stretch)
    stretches.push(stretch)
  }
  return stretches
}

/** Replaces the stored stretches with those of reports. */
export async function storeReports({ driver }: Database, reports: readonly Report[]): Promise<void> {
  await driver.stateStretches.deleteMany({})
  const stretches = stretchesOf(reports)
  if (stretches.length > 0) await driver.stateStretches.insertMany(stretches)
}

/** Counts states with plain code: the last report of each asset and field before a moment. */
export function countedBefore(
  reports: readonly Report[],
  assets: readonly Types.ObjectId[],
  moment: number,
): Record<ChartMember, number> {
  const counts = Object.fromEntries(CHART_MEMBERS.map((member) => [member, 0])) as Record<ChartMember, number>
  for (const asset of assets)
    for (const { field } of Object.values(STATE_FAMILIES)) {
      const earlierReports = reports.filter(
        (report) => report.asset.equals(asset) && report.field === field && report.time < moment,
      )
      const last = byTime(earlierReports).at(-1)
      const counted = COUNTED.find((entry) => entry.field === field && entry.value === last?.value)
      if (counted) counts[counted.member] += 1
    }
  return counts
}
