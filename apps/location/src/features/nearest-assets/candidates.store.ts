import type { ServiceParts } from '@wardtrack/access'
import { assetFilter, type CriteriaFields, criteriaFieldsOf, type Database } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import { UNFLAGGED_VIEWER } from '@wardtrack/patient-rule'
import { CANDIDATE_FIELDS, type Candidate, type Place, type PlaceLookup } from '@wardtrack/places'

/** Maximum number of assets of a category per answer; of a larger category, the nearest ones. */
export const MAX_CANDIDATES = 5_000
/** Stored path of the equipment category. */
export const CATEGORY_PATH = 'Fields.PrimaryCategory'
/** Maps whose assets are read concurrently. */
const MAPS_AT_A_TIME = 8

/** The database and the metadata mapping. */
export type CategoryParts = Pick<ServiceParts, 'db'> & { mapping: MetadataMappingCache }

/** Returns the fields that a filter of assets may name. */
export const readFields = async ({ db, mapping }: CategoryParts): Promise<CriteriaFields> =>
  criteriaFieldsOf(await mapping.read(), { rules: await db.sealing.rules(), ring: db.sealing.ring() })

/**
 * Returns the store filter for active equipment of a category, encrypted or not. It matches only equipment, so the
 * result contains no patient, whoever asks.
 */
export function categoryFilter(category: string, fields: CriteriaFields): Record<string, unknown> {
  const blind = fields.get(CATEGORY_PATH)?.blindIndexes?.(category)
  const conditions = [
    { path: 'AssetType', test: { $eq: 'Equipment' } },
    { path: CATEGORY_PATH, test: { $eq: category }, ...(blind ? { blind } : {}) },
  ]
  const scope = { ...UNFLAGGED_VIEWER, activeByDefault: true, matchingPlaces: new Map() }
  return assetFilter({ conditions, sort: [], searches: [] }, scope)
}

/** Found candidates, and `truncated` when more exist. */
export type FoundCandidates = { candidates: Candidate[]; truncated: boolean }

/**
 * Finds the assets of a category map by map, nearest maps first, so that assets cut off from a very large category
 * are far away. The index on map, type, status and category serves each read.
 */
export async function findCandidates(
  parts: CategoryParts,
  category: string,
  maps: readonly string[],
  limit = MAX_CANDIDATES,
): Promise<FoundCandidates> {
  const filter = categoryFilter(category, await readFields(parts))
  const candidates: Candidate[] = []
  // Assets on no map are read last, because they are only counted.
  const groups = inGroups([...maps, null], MAPS_AT_A_TIME)
  for (const group of groups) {
    const room = limit - candidates.length
    const found = await Promise.all(group.map((mapId) => findOnMap(parts.db, filter, mapId, room + 1)))
    candidates.push(...found.flat())
    if (candidates.length > limit) return { candidates: candidates.slice(0, limit), truncated: true }
  }
  return { candidates, truncated: false }
}

const findOnMap = (
  db: Database,
  filter: Record<string, unknown>,
  mapId: string | null,
  limit: number,
): Promise<Candidate[]> =>
  // driver: criteria compare across types, which a model would cast to the schema
  db.driver.assets
    .find<Candidate>({ 'CurrentLocation.mapId': mapId, ...filter }, { projection: CANDIDATE_FIELDS })
    .limit(limit)
    .toArray()

function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** Returns the ids of all maps: the requester's map first, then those that share most of its path. */
export function mapsByNearness(lookup: PlaceLookup, mapId: string): string[] {
  const start = lookup.topPlaceOf(mapId)
  const shared = (id: string): number =>
    id === mapId ? Number.POSITIVE_INFINITY : sharedLevels(start, lookup.topPlaceOf(id))
  return lookup
    .mapIds()
    .map((id) => ({ id, shared: shared(id) }))
    .sort((a, b) => b.shared - a.shared || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

function sharedLevels(first: Place | undefined, second: Place | undefined): number {
  if (!first || !second) return 0
  let level = 1
  while (
    first.fullPath[`Level_${level}`] !== undefined &&
    first.fullPath[`Level_${level}`] === second.fullPath[`Level_${level}`]
  )
    level += 1
  return level - 1
}
