import { tagKey } from '@wardtrack/database'
import type { AssetChange } from './asset-change.ts'
import { assetKey } from './read-assets.ts'

/** Combined changes of one asset's items, and every tag that any of them claims, by tag key. */
export type AssetUpsert = AssetChange & { claims: ReadonlySet<string> }

/** Maximum number of values in one write of an asset; more values need a second write. */
const MAX_VALUES = 500

/**
 * Joins the items of each asset, in order, into as few batches as possible with the same result as one by one. A
 * batch ends before an item that claims a tag which another asset of the batch claims, so that the later one gets it.
 * A tag that a later item of the same asset removes still counts as claimed: it is removed from its previous asset.
 */
export function toUpsertBatches(changes: readonly AssetChange[]): AssetUpsert[][] {
  const batches: Map<string, AssetUpsert>[] = []
  let batch = new Map<string, AssetUpsert>()
  let claimants = new Map<string, string>()
  for (const change of changes) {
    const key = assetKey(change)
    const next: AssetUpsert = { ...change, claims: new Set(claimedTags(change)) }
    const previous = batch.get(key)
    const isContested = [...next.claims].some((tag) => (claimants.get(tag) ?? key) !== key)
    if (batches.length === 0 || isContested || (previous && !mayJoin(previous, next))) {
      batch = new Map([[key, next]])
      claimants = new Map()
      batches.push(batch)
    } else batch.set(key, previous ? join(previous, next) : next)
    for (const tag of next.claims) claimants.set(tag, key)
  }
  return batches.map((upserts) => [...upserts.values()])
}

const claimedTags = ({ LocationTags = [] }: AssetChange): string[] =>
  LocationTags.map((tag) => tagKey(tag.Provider, tag.TagId))

/** Checks that two items fit into one write, which cannot set both a value and a part of it, or unlimited values. */
function mayJoin(previous: AssetUpsert, next: AssetUpsert): boolean {
  const added = [...next.values.keys()].filter((path) => !previous.values.has(path))
  if (added.length === 0) return true
  if (previous.values.size + added.length > MAX_VALUES) return false
  const paths = [...previous.values.keys()]
  return !added.some((path) =>
    paths.some((known) => path.startsWith(`${known}.`) || known.startsWith(`${path}.`)),
  )
}

const join = (previous: AssetUpsert, next: AssetUpsert): AssetUpsert => ({
  ...previous,
  ...next,
  values: new Map([...previous.values, ...next.values]),
  claims: new Set([...previous.claims, ...next.claims]),
})
