import type { Database } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { readProgress } from './snapshots.store.ts'
import { isCountedBy } from './state-word.ts'
import { DAY_MS, dayOf, HOUR_MS, type UsageDay } from './usage-day.ts'
import { arrivalsBefore, readUsageDays } from './usage-days.store.ts'

/**
 * Which assets are in use at a moment, by their places among those that were asked for, ascending: what reported last that it
 * infuses, and what came to a place shortly before and does not infuse. All others are idle.
 */
type AssetsInUse = { infusing: readonly number[]; moving: readonly number[] }

/** Gets, for each moment, which assets are in use. @param moment its place among the moments */
export type UsageStop = (inUse: AssetsInUse, moment: number) => void

type UsageParts = {
  db: Database
  numbers: AssetNumbers
  walk(
    assets: readonly string[],
    moments: readonly number[],
    stop: (words: Uint16Array, moment: number) => void,
  ): Promise<void>
}

/** Days that are read at a time. */
const DAYS = 10

/**
 * Looks at assets at moments, ascending: full hours of days that are packed from these, everything else from snapshots
 * and visits.
 */
export async function walkUsage(
  parts: UsageParts,
  assets: readonly string[],
  moments: readonly number[],
  stop: UsageStop,
): Promise<void> {
  const { db, numbers } = parts
  const usageUntil = (await readProgress(db))?.usageUntil?.getTime() ?? 0
  const packed = moments.filter((moment) => moment < usageUntil && moment % HOUR_MS === 0)
  // One moment that is no full hour stands for a period that has none.
  const isPacked = packed.length === moments.filter((moment) => moment < usageUntil).length
  const first = isPacked ? packed.length : 0
  if (first > 0) {
    await numbers.load()
    await walkDays(db, placesByNumber(assets, numbers), packed, stop)
  }
  if (first < moments.length) await walkStored(parts, assets, { moments: moments.slice(first), first }, stop)
}

/** For each number the place of its asset among those that were asked for, -1 where it was not. */
function placesByNumber(assets: readonly string[], numbers: AssetNumbers): Int32Array {
  const places = new Int32Array(numbers.size).fill(-1)
  for (const [place, asset] of assets.entries()) {
    const number = numbers.get(asset)
    if (number !== undefined) places[number] = place
  }
  return places
}

async function walkDays(
  db: Database,
  places: Int32Array,
  moments: readonly number[],
  stop: UsageStop,
): Promise<void> {
  let index = 0
  const days = [...new Set(moments.map(dayOf))]
  for (let start = 0; start < days.length; start += DAYS) {
    const page = days.slice(start, start + DAYS)
    const found = new Map((await readUsageDays(db, page)).map((usage) => [usage.day, usage]))
    const end = (page.at(-1) ?? 0) + DAY_MS
    for (let moment = moments[index]; moment !== undefined && moment < end; moment = moments[index]) {
      stop(inUseAt(found.get(dayOf(moment)), (moment % DAY_MS) / HOUR_MS, places), index)
      index += 1
    }
  }
}

function inUseAt(usage: UsageDay | undefined, hour: number, places: Int32Array): AssetsInUse {
  const infusing: number[] = []
  const moving: number[] = []
  const addTo = (list: number[], number: number): void => {
    const place = places[number] ?? -1
    if (place >= 0) list.push(place)
  }
  usage?.infusing.each(hour, (number) => addTo(infusing, number))
  usage?.arrived.each(hour, (number) => {
    if (!usage.infusing.has(hour, number)) addTo(moving, number)
  })
  return { infusing, moving }
}

async function walkStored(
  { db, walk }: UsageParts,
  assets: readonly string[],
  { moments, first }: { moments: readonly number[]; first: number },
  stop: UsageStop,
): Promise<void> {
  const arrivals = await arrivalsBefore(db, moments)
  await walk(assets, moments, (words, index) => {
    const arrived = arrivals[index]
    const infusing: number[] = []
    const moving: number[] = []
    for (const [place, asset] of assets.entries())
      if (isCountedBy('Infusing', words[place] ?? 0)) infusing.push(place)
      else if (arrived?.has(asset)) moving.push(place)
    stop({ infusing, moving }, first + index)
  })
}
