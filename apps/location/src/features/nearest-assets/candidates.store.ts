import type { ServiceParts } from '@wardtrack/access'
import { assetFilter, type CriteriaFields, criteriaFieldsOf, type Database } from '@wardtrack/database'
import type { MetadataMappingCache } from '@wardtrack/ingestion'
import { UNFLAGGED_VIEWER } from '@wardtrack/patient-rule'
import { CANDIDATE_FIELDS, type Candidate, type Place, type PlaceLookup } from '@wardtrack/places'

/** Assets of a category that one answer looks at; of a larger category those nearby. */
export const MOST_CANDIDATES = 5_000
/** Where equipment keeps its category. */
export const CATEGORY_PATH = 'Fields.PrimaryCategory'
/** Maps whose assets are read at the same time. */
const MAPS_AT_A_TIME = 8

/** The metadata mapping, and what reads it. */
export type CategoryParts = Pick<ServiceParts, 'db'> & { mapping: MetadataMappingCache }

/** The fields that a filter of assets may name. */
export const readFields = async ({ db, mapping }: CategoryParts): Promise<CriteriaFields> =>
  criteriaFieldsOf(await mapping.read(), { rules: await db.sealing.rules(), ring: db.sealing.ring() })

/**
 * The store filter of active equipment of a category, encrypted or not. Equipment alone, whoever asks: it holds no
 * patient.
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

/** Candidates, and whether there are more than were looked at. */
export type FoundCandidates = { candidates: Candidate[]; truncated: boolean }

/**
 * Finds the assets of a category map by map, those of the nearest maps first, so that what is left out of a very large
 * category is far away. Each map's are read from the index on map, type, status and category.
 */
export async function findCandidates(
  parts: CategoryParts,
  category: string,
  maps: readonly string[],
  limit = MOST_CANDIDATES,
): Promise<FoundCandidates> {
  const filter = categoryFilter(category, await readFields(parts))
  const candidates: Candidate[] = []
  // What stands on no map comes last: it is only counted.
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

/** Ids of all maps: the one somebody stands on first, then those that share most of its path. */
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
