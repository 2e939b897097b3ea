import type { Index } from '../storage/catalogue.ts'
import type { Store } from '../storage/store.ts'
import { type Condition, type IndexBounds, indexBounds } from './index-bounds.ts'
import { rememberedCounter } from './key-count.ts'

/** Number of entries counted in each list at first, and at most, to find a short list. */
const FIRST_LIMIT = 64
const LAST_LIMIT = 16_384

/**
 * Returns the bounds of an index under the conditions. For several equalities on one array field ($all) it uses one
 * with a short list: at most four times as long as the shortest, unless counting costs too much.
 */
export function rarestBounds(store: Store, index: Index, conditions: readonly Condition[]): IndexBounds {
  const first = indexBounds(index, conditions)
  if (first.alternatives.length === 0) return first
  return shortest(store, [first, ...first.alternatives.map((leaf) => indexBounds(index, conditions, leaf))])
}

/**
 * Returns, for each range of a single key, the keys of the other equalities on the array field. A document must have them
 * too. Returns none if a range has several keys.
 */
export function probeKeys(
  index: Index,
  conditions: readonly Condition[],
  { ranges, alternatives, constant, several }: IndexBounds,
): Buffer[][] {
  if (alternatives.length === 0 || constant.size + several.size < index.fields.length) return []
  // The equalities differ only in the array's member, so their ranges have the same order.
  const alternativeRanges = alternatives.map((leaf) => indexBounds(index, conditions, leaf).ranges)
  return ranges.map((_, position) => alternativeRanges.map((keys) => keys[position]!.lo))
}

function shortest(store: Store, all: readonly IndexBounds[]): IndexBounds {
  const counters = all.map(({ ranges }) => rememberedCounter(store, ranges))
  for (let limit = FIRST_LIMIT; limit <= LAST_LIMIT; limit *= 4) {
    const short = all.find((_bounds, i) => counters[i]!(limit + 1) <= limit)
    if (short) return short
  }
  return all[0]!
}
