import type { Levels } from '@wardtrack/contracts'
import { INTERNAL, type PlaceDoc } from './models/place.model.ts'
import type { Database } from './open-database.ts'

/** Members of a stored position that say its place. */
export type PlaceReference = { hierarchyId?: string | undefined; fullPath: Levels }

/**
 * Present ids and paths of the places that stored positions name. Positions store the path of their time; readers and
 * comparisons use the present one ([why](../../../docs/adr/0062-places-are-known-by-id.md)).
 */
export type PlacePaths = {
  /** id of the place; undefined for a position outside of all places, or of a version that stored only paths */
  idOf(position: PlaceReference): string | undefined
  /** path of the place as it is now; the stored path for an unknown place */
  pathOf(position: PlaceReference): Levels
}

/** Creates the paths of places. The path of a place is always the same object. */
export function createPlacePaths(
  places: Iterable<readonly [hierarchyId: string, fullPath: Levels]>,
): PlacePaths {
  const byId = new Map(places)
  return {
    idOf: ({ hierarchyId }) => hierarchyId,
    pathOf: ({ hierarchyId, fullPath }) =>
      hierarchyId === undefined ? fullPath : (byId.get(hierarchyId) ?? fullPath),
  }
}

/** Paths as stored. */
export const STORED_PATHS = createPlacePaths([])

/** Reads the paths of all places once, for work that does not serve requests. */
export async function readPlacePaths({ models }: Pick<Database, 'models'>): Promise<PlacePaths> {
  const places = await models.places
    .find<Pick<PlaceDoc, 'hierarchyId' | 'fullName'>>({ provider: INTERNAL })
    .select({ _id: 0, hierarchyId: 1, fullName: 1 })
  return createPlacePaths(places.map(({ hierarchyId, fullName }) => [hierarchyId, levelsOf(fullName)]))
}

/** Returns a path of names as levels, `Level_1` first. */
export const levelsOf = (fullName: readonly string[]): Levels =>
  Object.fromEntries(fullName.map((name, index) => [`Level_${index + 1}`, name]))
