import type { RestingGroup } from '@wardtrack/contracts'
import type { AssetDoc, Database } from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'
import { placeText, textOf } from '../row-texts.ts'

const DAY_MS = 86_400_000
/** What assets are told apart by: as long as asked, twice as long, four times as long. */
const STEPS = [1, 2, 4] as const

type Place = NonNullable<AssetDoc['CurrentLocation']>
type Grouping = {
  groupedBy: 'category' | 'place'
  momentOf(place: Place): Date
  days: number
  /** levels of a place that are told apart, all when left out */
  depth: number | undefined
  now: Date
}

/** How many assets rest how long, by group, the largest first. `bounds` in days. */
export type RestingGroups = { bounds: number[]; groups: RestingGroup[] }

/** Counts the assets of a filter by what they are or where they are, and by how long they rest. */
export async function restingGroups(
  db: Database,
  filter: AssetFilter,
  { groupedBy, momentOf, days, depth, now }: Grouping,
): Promise<RestingGroups> {
  const bounds = STEPS.map((step) => step * days)
  const byName = new Map<string, number[]>()
  // With type and id a sealed category is opened.
  const projection = { AssetType: 1, AssetId: 1, 'Fields.PrimaryCategory': 1, CurrentLocation: 1 }
  // driver: the filter is made of criteria, which a model would cast; every asset of the report is counted
  for await (const { Fields, CurrentLocation } of db.driver.assets.find<AssetDoc>(filter, { projection })) {
    if (!CurrentLocation) continue
    const name =
      groupedBy === 'category'
        ? textOf(Fields['PrimaryCategory'])
        : placeText(CurrentLocation.fullPath, depth)
    const rested = (now.getTime() - momentOf(CurrentLocation).getTime()) / DAY_MS
    const step = bounds.findLastIndex((bound) => rested >= bound)
    const counts = byName.get(name) ?? STEPS.map(() => 0)
    const place = Math.max(0, step)
    counts[place] = (counts[place] ?? 0) + 1
    byName.set(name, counts)
  }
  const groups = [...byName]
    .map(([name, counts]) => ({ name, counts }))
    .sort((a, b) => sum(b.counts) - sum(a.counts) || (a.name < b.name ? -1 : 1))
  return { bounds, groups }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
