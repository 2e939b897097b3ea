import type { Index } from '../storage/catalogue.ts'
import type { Store } from '../storage/store.ts'
import type { Leaf } from './ast.ts'
import { type Condition, type IndexBounds, indexBounds } from './index-bounds.ts'
import { rangesUpTo } from './key-count.ts'

/** Entries that are gone through of each list at first, and at most, to find a short one. */
const FIRST_LIMIT = 64
const LAST_LIMIT = 16_384

/**
 * How the conditions narrow an index. Of several equalities on one array field ($all) the one to read is at most four
 * times as long as the shortest, as far as that can be told at little cost; where each of them is one key, the keys of
 * the others are what a document must have as well.
 */
export function boundsAndProbes(
  store: Store,
  index: Index,
  conditions: readonly Condition[],
): { bounds: IndexBounds; probes: Buffer[] } {
  const first = indexBounds(index, conditions)
  if (first.alternatives.length === 0) return { bounds: first, probes: [] }
  const boundBy = (leaf: Leaf) => indexBounds(index, conditions, leaf)
  const bounds = shortest(store, [first, ...first.alternatives.map(boundBy)])
  if (!bounds.singleKey || index.record.unique) return { bounds, probes: [] }
  for (const leaf of bounds.alternatives) bounds.proven.add(leaf)
  return { bounds, probes: bounds.alternatives.map((leaf) => boundBy(leaf).ranges[0]!.lo) }
}

function shortest(store: Store, all: readonly IndexBounds[]): IndexBounds {
  for (let limit = FIRST_LIMIT; limit <= LAST_LIMIT; limit *= 4) {
    const short = all.find(({ ranges }) => rangesUpTo(store, ranges, limit + 1) <= limit)
    if (short) return short
  }
  return all[0]!
}
