import { type StateReader, USES } from '../state-snapshots/index.ts'
import { nothingSeen, type UsageSeen } from './usage-counts.ts'

/** The assets that are looked at: their `_id`s, hexadecimal, and the number of each one's group. */
export type WatchedAssets = { assets: readonly string[]; groupOf: readonly number[]; groups: number }

/**
 * Looks at assets at moments: infusing is what reported so last, moving what came to a place in the ten minutes before,
 * idle all else.
 * @param stop gets what was seen of each group at each moment, in the order of the moments
 */
export async function walkUsage(
  states: StateReader,
  { assets, groupOf, groups }: WatchedAssets,
  moments: readonly number[],
  stop: (seen: readonly UsageSeen[], moment: number) => void,
): Promise<void> {
  await states.walkUsage(assets, moments, (uses, index) => {
    const seen = Array.from({ length: groups }, nothingSeen)
    // Thousands of assets for each of hundreds of moments: no iterator.
    for (let place = 0; place < assets.length; place += 1) {
      const ofGroup = seen[groupOf[place] ?? 0]
      if (!ofGroup) continue
      if (uses[place] === USES.infusing) ofGroup.infusing += 1
      else if (uses[place] === USES.moving) ofGroup.moving += 1
      else ofGroup.idle += 1
    }
    stop(seen, moments[index] ?? 0)
  })
}
