import type { StateReader } from '../state-snapshots/index.ts'
import { emptyUsage, type UsageSeen } from './usage-counts.ts'

/** Sampled assets: their hexadecimal `_id`s, and the number of each one's group. */
export type WatchedAssets = { assets: readonly string[]; groupOf: readonly number[]; groups: number }

/**
 * Samples the use of assets: infusing by the last report, moving after an arrival within ten minutes before,
 * otherwise idle.
 * @param stop called with the counts of each group at each moment, in time order; the object is reused for the next
 * moment
 */
export async function walkUsage(
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
