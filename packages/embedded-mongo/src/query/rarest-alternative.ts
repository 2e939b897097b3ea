import { encodeComponent, inverted } from '../keys/key-writer.ts'
import type { Index } from '../storage/catalogue.ts'
import type { Store } from '../storage/store.ts'
import type { Leaf } from './ast.ts'
import { type Condition, type IndexBounds, indexBounds } from './index-bounds.ts'
import { rangesUpTo } from './key-count.ts'

/** Entries that are gone through of each list at first, and at most, to find a short one. */
const FIRST_LIMIT = 64
const LAST_LIMIT = 16_384

/**
 * Of several equalities on one array field ($all), the one to read: at most four times as long as the shortest, as far
 * as that can be told at little cost.
 */
export function rarestAlternative(
  store: Store,
  index: Index,
  first: IndexBounds,
  conditions: readonly Condition[],
): IndexBounds {
  if (first.alternatives.length === 0) return first
  const all = [first, ...first.alternatives.map(({ leaf }) => indexBounds(index, conditions, leaf))]
  for (let limit = FIRST_LIMIT; limit <= LAST_LIMIT; limit *= 4) {
    const short = all.find(({ ranges }) => rangesUpTo(store, ranges, limit + 1) <= limit)
    if (short) return short
  }
  return first
}

/** The full keys of the other equalities on the array field, beside the one that is scanned. */
export function probeKeys(index: Index, bounds: IndexBounds): Buffer[] {
  const fields = new Set(bounds.alternatives.map(({ field }) => field))
  if (fields.size !== 1) return []
  const scanned = bounds.ranges[0]!.lo
  return bounds.alternatives.flatMap(({ field, leaf }) => {
    const key = replaceComponent(index, scanned, bounds, field, leaf)
    return key ? [key] : []
  })
}

function replaceComponent(
  index: Index,
  scanned: Buffer,
  bounds: IndexBounds,
  field: number,
  leaf: Leaf,
): Buffer | undefined {
  if (leaf.predicate.op !== 'eq') return undefined
  const { value } = leaf.predicate
  const encoded = encodeComponent(value.type, value.buf, value.at).bytes
  const component = index.fields[field]!.descending ? inverted(encoded) : encoded
  const span = bounds.spans[field]!
  return Buffer.concat([scanned.subarray(0, span.start), component, scanned.subarray(span.end)])
}
