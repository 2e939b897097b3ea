import type { UsageHeat, UsagePoint, UsageShares, UtilisationRow } from '@wardtrack/contracts'
import type { StateReader } from '../state-snapshots/index.ts'
import type { HourOfWeek } from './hour-of-week.ts'

/** Assets by use, summed over samples. `moments`: number of samples. */
class UsageCounts {
  infusing = 0
  moving = 0
  idle = 0
  moments = 0
  /** maximum number of assets in use at one sample */
  peak = 0

  /** Adds the counts of one sample. */
  add(seen: UsageSeen): void {
    this.infusing += seen.infusing
    this.moving += seen.moving
    this.idle += seen.idle
    this.moments += 1
    this.peak = Math.max(this.peak, seen.infusing + seen.moving)
  }

  /** Returns shares of the owned assets in per cent with one decimal; null without samples. */
  shares(): UsageShares {
    const owned = this.infusing + this.moving + this.idle
    return {
      InUse: percent(this.infusing + this.moving, owned),
      Infusing: percent(this.infusing, owned),
      Moving: percent(this.moving, owned),
      Idle: percent(this.idle, owned),
    }
  }

  /** Returns the averages per sample with one decimal. @param createdAt start of the samples */
  point(createdAt: number): UsagePoint {
    const average = (sum: number): number => Math.round((sum / Math.max(1, this.moments)) * 10) / 10
    return {
      createdAt: new Date(createdAt).toISOString(),
      infusing: average(this.infusing),
      moving: average(this.moving),
      idle: average(this.idle),
    }
  }
}

/** Number of assets by use at one sample. */
type UsageSeen = { infusing: number; moving: number; idle: number }

/** Creates empty counts. */
const emptyUsage = (): UsageSeen => ({ infusing: 0, moving: 0, idle: 0 })

const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10

const HOUR_MS = 3_600_000
const HOURS_OF_WEEK = 168
/** Maximum number of samples: the hours of a month. */
const MAX_MOMENTS = 744

/** Sample times of a period, ascending, and the hours between two of them. */
type Samples = { moments: number[]; stepHours: number }

/**
 * Returns the full hours of a period after its start, in milliseconds. A long period uses every n-th hour. The step n
 * has no common divisor with the 168 hours of a week, so that each hour of the week is sampled equally often. A
 * period without a full hour has one sample, at its end.
 */
export function sampleMoments(from: number, to: number): Samples {
  const first = Math.floor(from / HOUR_MS) + 1
  const last = Math.floor(to / HOUR_MS)
  const stepHours = stepOf(last - first + 1)
  const moments: number[] = []
  // The newest hour is always included.
  for (let hour = last; hour >= first; hour -= stepHours) moments.push(hour * HOUR_MS)
  return { moments: moments.length > 0 ? moments.reverse() : [to], stepHours }
}

function stepOf(hours: number): number {
  let step = Math.max(1, Math.ceil(hours / MAX_MOMENTS))
  while (greatestDivisor(step, HOURS_OF_WEEK) > 1) step += 1
  return step
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Sampled assets: their hexadecimal `_id`s, and the number of each one's group. */
type WatchedAssets = { assets: readonly string[]; groupOf: readonly number[]; groups: number }

/**
 * Samples the use of assets: infusing by the last report, moving after an arrival within ten minutes before,
 * otherwise idle.
 * @param stop called with the counts of each group at each moment, in time order; the object is reused for the next
 * moment
 */
async function walkUsage(
  states: StateReader,
  { assets, groupOf, groups }: WatchedAssets,
  moments: readonly number[],
  stop: (seen: readonly UsageSeen[], moment: number) => void,
): Promise<void> {
  const owned = new Uint32Array(groups)
  for (const group of groupOf) owned[group] = (owned[group] ?? 0) + 1
  const seen = Array.from({ length: groups }, emptyUsage)
  await states.walkUsage(assets, moments, ({ infusing, moving }, index) => {
    for (const [group, ofGroup] of seen.entries()) {
      ofGroup.infusing = 0
      ofGroup.moving = 0
      ofGroup.idle = owned[group] ?? 0
    }
    const use = (places: readonly number[], member: 'infusing' | 'moving'): void => {
      for (const place of places) {
        const ofGroup = seen[groupOf[place] ?? 0]
        if (!ofGroup) continue
        ofGroup[member] += 1
        ofGroup.idle -= 1
      }
    }
    use(infusing, 'infusing')
    use(moving, 'moving')
    stop(seen, moments[index] ?? 0)
  })
}

/** Maximum number of points in the chart. */
const MAX_POINTS = 120
const DAYS = 7
const HOURS = 24

/** Asset whose utilisation is measured. */
export type OwnedPiece = { asset: string; AssetType: string; category: string; unit: string }

/** Query for utilisation: assets, period, and time zone of the hours. */
export type UsageQuestion = {
  pieces: readonly OwnedPiece[]
  from: number
  to: number
  hourOfWeek(moment: number): HourOfWeek
}

/** Utilisation of equipment. */
export type Utilisation = Pick<Samples, 'stepHours'> & {
  /** number of samples */
  moments: number
  rows: UtilisationRow[]
  points: UsagePoint[]
  heat: UsageHeat
}

/** Measures the use of equipment by category and unit, over time, and by the hours of the week and the day. */
export async function readUtilisation(
  states: StateReader,
  { pieces, from, to, hourOfWeek }: UsageQuestion,
): Promise<Utilisation> {
  const { moments, stepHours } = sampleMoments(from, to)
  const groups = groupsOf(pieces)
  const inBucket = Math.ceil(moments.length / MAX_POINTS)
  const points: { begin: number; counts: UsageCounts }[] = []
  const week = Array.from({ length: DAYS * HOURS }, () => new UsageCounts())
  const names = [...new Set(groups.list.map(({ category }) => category))]
  const numbers = new Map(names.map((name, number) => [name, number]))
  const categoryOf = groups.list.map(({ category }) => numbers.get(category) ?? 0)
  const categories = names.map(() => Array.from({ length: HOURS }, () => new UsageCounts()))
  let looked = 0
  const look = (seen: readonly UsageSeen[], moment: number): void => {
    const total = emptyUsage()
    const byCategory = names.map(emptyUsage)
    // Hundreds of groups for each of hundreds of samples: an indexed loop is faster than an iterator.
    for (let index = 0; index < seen.length; index += 1) {
      const ofGroup = seen[index]
      const ofCategory = byCategory[categoryOf[index] ?? 0]
      if (!ofGroup || !ofCategory) continue
      groups.list[index]?.counts.add(ofGroup)
      addTo(ofCategory, ofGroup)
    }
    for (const ofCategory of byCategory) addTo(total, ofCategory)
    if (looked % inBucket === 0) points.push({ begin: moment, counts: new UsageCounts() })
    points.at(-1)?.counts.add(total)
    const { day, hour } = hourOfWeek(moment)
    week[day * HOURS + hour]?.add(total)
    for (const [number, ofCategory] of byCategory.entries()) categories[number]?.[hour]?.add(ofCategory)
    looked += 1
  }
  if (pieces.length > 0)
    await walkUsage(
      states,
      { assets: pieces.map(({ asset }) => asset), groupOf: groups.groupOf, groups: groups.list.length },
      moments,
      look,
    )
  return {
    moments: looked,
    stepHours,
    rows: groups.list.map(toRow),
    points: points.map(({ begin, counts }) => counts.point(begin)),
    heat: {
      week: Array.from({ length: DAYS }, (_, day) => week.slice(day * HOURS, (day + 1) * HOURS).map(inUse)),
      categories: names.map((name, number) => ({ name, hours: (categories[number] ?? []).map(inUse) })),
    },
  }
}

type Group = Omit<OwnedPiece, 'asset'> & { owned: number; counts: UsageCounts }

function groupsOf(pieces: readonly OwnedPiece[]): { list: Group[]; groupOf: number[] } {
  const numbers = new Map<string, number>()
  const list: Group[] = []
  const groupOf = pieces.map(({ AssetType, category, unit }) => {
    const key = JSON.stringify([AssetType, category, unit])
    const number = numbers.get(key) ?? list.length
    if (number === list.length) list.push({ AssetType, category, unit, owned: 0, counts: new UsageCounts() })
    numbers.set(key, number)
    const group = list[number]
    if (group) group.owned += 1
    return number
  })
  return { list, groupOf }
}

function addTo(sum: UsageSeen, { infusing, moving, idle }: UsageSeen): void {
  sum.infusing += infusing
  sum.moving += moving
  sum.idle += idle
}

const inUse = (counts: UsageCounts): number | null => (counts.moments === 0 ? null : counts.shares().InUse)

const toRow = ({ AssetType, category, unit, owned, counts }: Group): UtilisationRow => ({
  AssetType,
  Category: category,
  Unit: unit,
  Owned: owned,
  ...counts.shares(),
  Peak: counts.peak,
  NeverNeeded: owned - counts.peak,
})
