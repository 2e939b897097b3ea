import type { Database } from '@wardtrack/database'
import { isCountedBy, type StateReader } from '../state-snapshots/index.ts'
import { nothingSeen, type UsageSeen } from './usage-counts.ts'
import { arrivedBefore } from './utilisation.store.ts'

/** Moments whose arrivals are read at the same time. */
const MOMENTS = 12

/** The assets that are looked at: their `_id`s, hexadecimal, and the number of each one's group. */
export type WatchedAssets = { assets: readonly string[]; groupOf: readonly number[]; groups: number }

/**
 * Looks at assets at moments: infusing is what reported so last, moving what came to a place in the ten minutes before,
 * idle all else.
 * @param stop gets what was seen of each group at each moment, in the order of the moments
 */
export async function walkUsage(
  { db, states }: { db: Database; states: StateReader },
  { assets, groupOf, groups }: WatchedAssets,
  moments: readonly number[],
  stop: (seen: readonly UsageSeen[], moment: number) => void,
): Promise<void> {
  const arrivals = await arrivalsAt(db, assets, moments)
  const hasArrived = new Uint8Array(assets.length)
  await states.walk(assets, moments, (words, index) => {
    const seen = Array.from({ length: groups }, nothingSeen)
    const arrived = arrivals[index] ?? []
    for (const place of arrived) hasArrived[place] = 1
    // Thousands of assets for each of hundreds of moments: no iterator.
    for (let place = 0; place < assets.length; place += 1) {
      const ofGroup = seen[groupOf[place] ?? 0]
      if (!ofGroup) continue
      if (isCountedBy('Infusing', words[place] ?? 0)) ofGroup.infusing += 1
      else if (hasArrived[place] === 1) ofGroup.moving += 1
      else ofGroup.idle += 1
    }
    for (const place of arrived) hasArrived[place] = 0
    stop(seen, moments[index] ?? 0)
  })
}

/** For each moment the places, among the assets, of those that arrived shortly before. */
async function arrivalsAt(
  db: Database,
  assets: readonly string[],
  moments: readonly number[],
): Promise<number[][]> {
  const places = new Map(assets.map((asset, place) => [asset, place]))
  const arrivals: number[][] = []
  for (let start = 0; start < moments.length; start += MOMENTS) {
    const page = moments.slice(start, start + MOMENTS)
    const found = await Promise.all(page.map((moment) => arrivedBefore(db, moment)))
    for (const arrived of found) arrivals.push([...arrived].flatMap((asset) => places.get(asset) ?? []))
  }
  return arrivals
}
