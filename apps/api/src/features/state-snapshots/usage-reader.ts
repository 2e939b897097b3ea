import type { Database } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { readProgress } from './snapshots.store.ts'
import { isCountedBy } from './state-word.ts'
import { DAY_MS, dayOf, HOUR_MS, type UsageDay } from './usage-day.ts'
import { arrivalsBefore, readUsageDays } from './usage-days.store.ts'

/** In which use an asset is at a moment: it reported last that it infuses, or came to a place shortly before, or neither. */
export const USES = { idle: 0, moving: 1, infusing: 2 } as const

/**
 * Gets, for each moment, one of {@link USES} for each asset in their order.
 * @param moment its place among the moments
 */
export type UsageStop = (uses: Uint8Array, moment: number) => void

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
    const assetNumbers = Int32Array.from(assets, (asset) => numbers.get(asset) ?? -1)
    await walkDays(db, assetNumbers, packed, stop)
  }
  if (first < moments.length) await walkStored(parts, assets, { moments: moments.slice(first), first }, stop)
}

async function walkDays(
  db: Database,
  assetNumbers: Int32Array,
  moments: readonly number[],
  stop: UsageStop,
): Promise<void> {
  const uses = new Uint8Array(assetNumbers.length)
  let index = 0
  const days = [...new Set(moments.map(dayOf))]
  for (let start = 0; start < days.length; start += DAYS) {
    const page = days.slice(start, start + DAYS)
    const found = new Map((await readUsageDays(db, page)).map((usage) => [usage.day, usage]))
    const end = (page.at(-1) ?? 0) + DAY_MS
    for (let moment = moments[index]; moment !== undefined && moment < end; moment = moments[index]) {
      setUses(uses, assetNumbers, found.get(dayOf(moment)), (moment % DAY_MS) / HOUR_MS)
      stop(uses, index)
      index += 1
    }
  }
}

function setUses(
  uses: Uint8Array,
  assetNumbers: Int32Array,
  usage: UsageDay | undefined,
  hour: number,
): void {
  if (!usage) {
    uses.fill(USES.idle)
    return
  }
  const { infusing, arrived } = usage
  // Thousands of assets for each of hundreds of moments: no iterator.
  for (let place = 0; place < assetNumbers.length; place += 1) {
    const number = assetNumbers[place] ?? -1
    if (number < 0) uses[place] = USES.idle
    else if (infusing.has(hour, number)) uses[place] = USES.infusing
    else uses[place] = arrived.has(hour, number) ? USES.moving : USES.idle
  }
}

async function walkStored(
  { db, walk }: UsageParts,
  assets: readonly string[],
  { moments, first }: { moments: readonly number[]; first: number },
  stop: UsageStop,
): Promise<void> {
  const arrivals = await arrivalsBefore(db, moments)
  const places = new Map(assets.map((asset, place) => [asset, place]))
  const uses = new Uint8Array(assets.length)
  await walk(assets, moments, (words, index) => {
    uses.fill(USES.idle)
    for (const asset of arrivals[index] ?? []) {
      const place = places.get(asset)
      if (place !== undefined) uses[place] = USES.moving
    }
    for (let place = 0; place < assets.length; place += 1)
      if (isCountedBy('Infusing', words[place] ?? 0)) uses[place] = USES.infusing
    stop(uses, first + index)
  })
}
