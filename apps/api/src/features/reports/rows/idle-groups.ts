import type { IdleGroup, Levels } from '@wardtrack/contracts'
import { type Database, madeOnce, type StoredDocument, type Types, visitStored } from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'
import { placeText, textOf } from '../row-texts.ts'

const DAY_MS = 86_400_000
/** Steps of the duration: the requested number of days, twice and four times as many. */
const STEPS = [1, 2, 4] as const

/** Arrival of an asset at its place, undefined when unknown, and when it was last seen there. */
export type Rest = { since?: Date | undefined; time: Date }
type Grouping = {
  groupedBy: 'category' | 'place'
  momentOf(rest: Rest): Date
  days: number
  /** number of place levels in the name of a group, all when omitted */
  depth: number | undefined
  now: Date
}

/** Counts of idle assets by group and duration, largest group first. `bounds` in days. */
export type IdleGroups = { bounds: number[]; groups: IdleGroup[] }
/** Names of an asset, and the moment since which it rests, in milliseconds. */
export type IdleAsset = { id: Types.ObjectId; AssetType: string; AssetId: string; moment: number }

const PLACE_FIELDS = { 'CurrentLocation.since': 1, 'CurrentLocation.time': 1, AssetType: 1, AssetId: 1 }
/** Fields that name groups. Type and id are needed to decrypt a sealed category. */
const GROUP_FIELDS = {
  category: { ...PLACE_FIELDS, 'Fields.PrimaryCategory': 1 },
  place: { ...PLACE_FIELDS, 'CurrentLocation.fullPath': 1 },
}

/** Reads the assets of a filter, and counts them by category or place and by duration of rest. */
export async function readIdleGroups(
  db: Database,
  filter: AssetFilter,
  { groupedBy, momentOf, days, depth, now }: Grouping,
): Promise<IdleGroups & { assets: IdleAsset[] }> {
  const bounds = STEPS.map((step) => step * days)
  const byName = new Map<string, number[]>()
  const assets: IdleAsset[] = []
  const typeAt = madeOnce(textOf)
  const nameOf = groupNames(groupedBy, depth)
  await visitStored(db, 'assets', { filter, projection: GROUP_FIELDS[groupedBy] }, (asset) => {
    const time = asset.value('CurrentLocation', 'time') as Date | undefined
    if (!time) return
    const since = asset.value('CurrentLocation', 'since') as Date | undefined
    const moment = momentOf({ since, time }).getTime()
    const AssetType = typeAt(asset, 'AssetType') ?? ''
    assets.push({ id: asset.id, AssetType, AssetId: textOf(asset.value('AssetId')), moment })
    const name = nameOf(asset)
    const rested = (now.getTime() - moment) / DAY_MS
    const step = bounds.findLastIndex((bound) => rested >= bound)
    const counts = byName.get(name) ?? STEPS.map(() => 0)
    const place = Math.max(0, step)
    counts[place] = (counts[place] ?? 0) + 1
    byName.set(name, counts)
  })
  const groups = [...byName]
    .map(([name, counts]) => ({ name, counts }))
    .sort((a, b) => sum(b.counts) - sum(a.counts) || (a.name < b.name ? -1 : 1))
  return { bounds, groups, assets }
}

/** Creates a function that names groups. Thousands of assets share few names, so they are cached. */
function groupNames(
  groupedBy: Grouping['groupedBy'],
  depth: number | undefined,
): (asset: StoredDocument) => string {
  const categoryAt = madeOnce(textOf)
  const placeAt = madeOnce((fullPath) => placeText(fullPath as Levels, depth))
  return (asset) =>
    (groupedBy === 'category'
      ? categoryAt(asset, 'Fields', 'PrimaryCategory')
      : placeAt(asset, 'CurrentLocation', 'fullPath')) ?? ''
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
