import { tagKey } from '@wardtrack/database'
import type { AssetChange } from './asset-change.ts'
import { assetKey } from './read-assets.ts'

/** What the items of one asset change together, and every tag that any of them claims, by tag key. */
export type AssetUpsert = AssetChange & { claims: ReadonlySet<string> }

/** Values of one write of an asset; more of them are a second write. */
const MAX_VALUES = 500

/**
 * Joins the items of each asset, in their order, into as few batches as give what they would give one by one. A batch
 * ends before an item that claims a tag which another asset of the batch claims: the later one is to have it. A tag
 * that a later item of the same asset gives up again was claimed all the same: it is taken off whoever carries it.
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

/** One write can set neither a value and a part of it, nor values without end. */
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
