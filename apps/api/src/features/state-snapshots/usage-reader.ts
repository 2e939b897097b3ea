import type { Database } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { isCountedBy } from './packed-state.ts'
import { readProgress } from './snapshots.store.ts'
import { DAY_MS, dayOf, HOUR_MS, type UsageDay } from './usage-day.ts'
import { arrivalsBefore, readUsageDays } from './usage-days.store.ts'

/**
 * Assets in use at a moment, by their index among the requested ones, ascending. `infusing`: the last report says so.
 * `moving`: arrived at a place shortly before and not infusing. All others are idle.
 */
type AssetsInUse = { infusing: readonly number[]; moving: readonly number[] }

/** Callback that gets the assets in use at each moment. @param moment index among the moments */
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

/** Days read together. */
const DAYS = 10

/**
 * Reads the use of assets at ascending moments. Full hours of packed days come from usage days, all others from
 * snapshots and visits.
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
  // A period shorter than an hour may have only one moment, which is not a full hour.
  const isPacked = packed.length === moments.filter((moment) => moment < usageUntil).length
  const first = isPacked ? packed.length : 0
  if (first > 0) {
    await numbers.load()
    await walkDays(db, placesByNumber(assets, numbers), packed, stop)
  }
  if (first < moments.length) await walkStored(parts, assets, { moments: moments.slice(first), first }, stop)
}

/** Returns, for each number, the index of its asset among the requested ones, or -1. */
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
