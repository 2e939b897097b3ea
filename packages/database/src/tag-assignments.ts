import type { LocationTag } from '@wardtrack/contracts'
import type { AssetDoc } from './models/asset.model.ts'
import { heldTagKey, type PastTag, tagKeysOf } from './models/tag.model.ts'
import type { Database } from './open-database.ts'

/**
 * Maximum number of past tags of an asset; the oldest are forgotten. Each write of the asset carries them, so that the
 * limit bounds an asset whose tag two registers claim in turn.
 */
const MAX_PAST_TAGS = 100

/** Members of an asset that say which tags it carries and has carried. */
export type AssignedTags = Pick<AssetDoc, 'LocationTags' | 'TagKeys' | 'TagStarts' | 'PastTags'>

/** The moment of a change of tags. */
export type TagMoment = {
  /** milliseconds */
  now: number
  /** milliseconds of the last end of each tag that changes its carrier, see {@link readTagEnds} */
  ends?: ReadonlyMap<string, number>
  /** true to keep keys as spelled, see `tagKeysOf` */
  keepSpelled?: boolean
}

/**
 * Returns the tags of an asset after a change. A removed tag gets an end, a new one a start. A tag begins when it ended
 * on its last carrier at the earliest, so that its assignments never overlap.
 */
export function tagsAfter(
  before: Partial<AssignedTags>,
  LocationTags: LocationTag[],
  { now, ends, keepSpelled = false }: TagMoment,
): AssignedTags {
  const held = before.TagKeys ?? []
  const TagKeys = tagKeysOf(LocationTags, keepSpelled ? held : [])
  const keys = TagKeys ?? []
  const TagStarts = [
    ...(before.TagStarts ?? []).filter(({ key }) => keys.includes(key)),
    ...keys
      .filter((key) => !held.includes(key))
      .map((key) => ({ key, from: new Date(Math.max(now, ends?.get(key) ?? now)) })),
  ]
  const removed = (before.LocationTags ?? []).flatMap((tag) => {
    const key = heldTagKey(tag, held)
    return keys.includes(key) ? [] : [toPastTag(tag, key, before, now)]
  })
  const PastTags = [...(before.PastTags ?? []), ...removed].slice(-MAX_PAST_TAGS)
  return {
    LocationTags,
    ...(TagKeys ? { TagKeys } : {}),
    ...(TagStarts.length > 0 ? { TagStarts } : {}),
    ...(PastTags.length > 0 ? { PastTags } : {}),
  }
}

function toPastTag(
  { Provider, TagId, IsPrimary }: LocationTag,
  key: string,
  { TagStarts = [] }: Partial<AssignedTags>,
  now: number,
): PastTag {
  const from = TagStarts.find((start) => start.key === key)?.from
  // An assignment lasts at least a millisecond, so that assignments of one tag have an order.
  const to = new Date(from ? Math.max(now, from.getTime() + 1) : now)
  return { key, Provider, TagId, IsPrimary, ...(from ? { from } : {}), to }
}

/**
 * Returns the store update for a change of tags. `seen` is the condition that nobody else has changed the tags
 * meanwhile: the update replaces what was read.
 */
export function tagChanges(
  doc: AssignedTags,
  LocationTags: LocationTag[],
  moment: TagMoment,
): { seen: Record<string, unknown>; $set: Record<string, unknown>; $unset: Record<string, ''> } {
  const after = tagsAfter(doc, LocationTags, moment)
  const { TagKeys, TagStarts } = doc
  return {
    seen: { TagKeys: TagKeys ?? { $exists: false }, TagStarts: TagStarts ?? { $exists: false } },
    $set: { ...after },
    $unset: {
      ...(TagKeys && !after.TagKeys ? { TagKeys: '' as const } : {}),
      ...(TagStarts && !after.TagStarts ? { TagStarts: '' as const } : {}),
    },
  }
}

/** Reads the time in milliseconds at which each tag was last taken off an asset; others are missing. */
export async function readTagEnds(db: Database, keys: readonly string[]): Promise<Map<string, number>> {
  const ends = new Map<string, number>()
  if (keys.length === 0) return ends
  const wanted = new Set(keys)
  // driver: ingestion registers thousands of tags together, a hot path
  const carriers = await db.driver.assets
    .find({ 'PastTags.key': { $in: [...wanted] } }, { projection: { PastTags: 1 } })
    .toArray()
  for (const { key, to } of carriers.flatMap(({ PastTags = [] }) => PastTags))
    if (wanted.has(key)) ends.set(key, Math.max(ends.get(key) ?? 0, to.getTime()))
  return ends
}
