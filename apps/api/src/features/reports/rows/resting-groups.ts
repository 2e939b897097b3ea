import type { RestingGroup } from '@wardtrack/contracts'
import type { AssetDoc, Database, Types } from '@wardtrack/database'
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
/** An asset by its names, and the moment since which it rests, milliseconds. */
export type RestingAsset = { id: Types.ObjectId; AssetType: string; AssetId: string; moment: number }

const PLACE_FIELDS = { 'CurrentLocation.since': 1, 'CurrentLocation.time': 1, AssetType: 1, AssetId: 1 }
/** What groups are named by. With type and id a sealed category is opened. */
const GROUP_FIELDS = {
  category: { ...PLACE_FIELDS, 'Fields.PrimaryCategory': 1 },
  place: { ...PLACE_FIELDS, 'CurrentLocation.fullPath': 1 },
}

/** Reads the assets of a filter, and counts them by what they are or where they are, and by how long they rest. */
export async function readResting(
  db: Database,
  filter: AssetFilter,
  { groupedBy, momentOf, days, depth, now }: Grouping,
): Promise<RestingGroups & { assets: RestingAsset[] }> {
  const bounds = STEPS.map((step) => step * days)
  const byName = new Map<string, number[]>()
  const assets: RestingAsset[] = []
  const projection = GROUP_FIELDS[groupedBy]
  // driver: the filter is made of criteria, which a model would cast; every asset of the report is counted
  for await (const asset of db.driver.assets.find<AssetDoc>(filter, { projection })) {
    const { _id: id, AssetType, AssetId, Fields, CurrentLocation } = asset
    if (!CurrentLocation) continue
    const moment = momentOf(CurrentLocation).getTime()
    assets.push({ id, AssetType, AssetId, moment })
    const name =
      groupedBy === 'category'
        ? textOf(Fields['PrimaryCategory'])
        : placeText(CurrentLocation.fullPath, depth)
    const rested = (now.getTime() - moment) / DAY_MS
    const step = bounds.findLastIndex((bound) => rested >= bound)
    const counts = byName.get(name) ?? STEPS.map(() => 0)
    const place = Math.max(0, step)
    counts[place] = (counts[place] ?? 0) + 1
    byName.set(name, counts)
  }
  const groups = [...byName]
    .map(([name, counts]) => ({ name, counts }))
    .sort((a, b) => sum(b.counts) - sum(a.counts) || (a.name < b.name ? -1 : 1))
  return { bounds, groups, assets }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
