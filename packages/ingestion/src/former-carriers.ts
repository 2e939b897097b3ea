import { type Database, DURABLE_READ } from '@wardtrack/database'
import { boundedCache } from '@wardtrack/service-kit'
import { assetSubjectKey } from './cached-asset.ts'

/** A closed assignment of a tag. */
type ClosedAssignment = {
  /** subject key of the asset that carried the tag */
  assetKey: string
  /** end in milliseconds */
  to: number
}
/** The closed assignments of a tag, oldest end first. */
type Closed = { assignments: readonly ClosedAssignment[]; readAt: number }
type TagTime = { key: string; time: number; notBefore: number }

/** Finds the assets that carried tags before their current assets. */
export type FormerCarriers = {
  /**
   * Returns the subject key of each tag's asset at a time, if that assignment is closed. An event of a time in which
   * no asset carried the tag belongs to the next one.
   * @param tags `key`: see `tagKey`; `notBefore`: the assignments are read again if they were read earlier, by the
   *   monotonic clock
   */
  find(tags: readonly TagTime[]): Promise<(string | undefined)[]>
  /** @param key see `tagKey` */
  invalidate(key: string): void
  clear(): void
}

/** Limit of tags whose closed assignments are cached, most of them without any. */
const MAX_TAGS = 50_000
/** Number of keys in one query. */
const PAGE = 2_000

/** Creates the reader of closed assignments: only events before the start of a tag's assignment ask it. */
export function createFormerCarriers(db: Database): FormerCarriers {
  const cached = boundedCache<Closed>(MAX_TAGS)
  // A result that was under way during an invalidation is used but not cached.
  let invalidations = 0
  const load = async (keys: readonly string[]): Promise<Map<string, Closed>> => {
    const invalidationsBefore = invalidations
    const readAt = performance.now()
    const found = new Map<string, ClosedAssignment[]>(keys.map((key) => [key, []]))
    for (let from = 0; from < keys.length; from += PAGE)
      for (const { key, ...assignment } of await readClosed(db, keys.slice(from, from + PAGE)))
        found.get(key)?.push(assignment)
    const closed = new Map<string, Closed>()
    for (const [key, assignments] of found)
      closed.set(key, { assignments: assignments.sort((a, b) => a.to - b.to), readAt })
    if (invalidationsBefore === invalidations) for (const [key, ofTag] of closed) cached.set(key, ofTag)
    return closed
  }
  return {
    find: async (tags) => {
      const missing = tags.filter(({ key, notBefore }) => (cached.get(key)?.readAt ?? -1) < notBefore)
      const loaded = missing.length > 0 ? await load([...new Set(missing.map(({ key }) => key))]) : undefined
      return tags.map(({ key, time }) => {
        const { assignments = [] } = loaded?.get(key) ?? cached.get(key) ?? {}
        return assignments.find(({ to }) => to > time)?.assetKey
      })
    },
    invalidate: (key) => {
      invalidations += 1
      cached.delete(key)
    },
    clear: () => {
      invalidations += 1
      cached.clear()
    },
  }
}

async function readClosed(
  db: Database,
  keys: readonly string[],
): Promise<(ClosedAssignment & { key: string })[]> {
  // driver: late events wait for this read, a hot path
  const docs = await db.driver.assets
    .find(
      { 'PastTags.key': { $in: [...keys] } },
      { projection: { AssetType: 1, AssetId: 1, PastTags: 1 }, ...DURABLE_READ },
    )
    .toArray()
  return docs.flatMap(({ AssetType, AssetId, PastTags = [] }) =>
    PastTags.map(({ key, to }) => ({ key, assetKey: assetSubjectKey(AssetType, AssetId), to: to.getTime() })),
  )
}
