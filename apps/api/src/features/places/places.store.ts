import type { ServiceParts } from '@wardtrack/access'
import { createPlacePaths, INTERNAL, levelsOf, type PlacePaths, placeMatcher } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'

/**
 * Place of the internal hierarchy: its id, the names of its levels, Level_1 first, and its map or that of the nearest
 * parent.
 */
export type InternalPlace = { hierarchyId: string; fullName: string[]; mapId: string | null }

/** Internal hierarchy for place look-ups of lists: thousands of places for millions of assets. */
export type InternalPlaces = {
  /** returns the ids of places that match a search text */
  matching(text: string): Promise<string[]>
  /** returns the ids of places whose levels pass a test */
  idsWhere(test: (fullName: readonly string[]) => boolean): Promise<string[]>
  /** returns the places that pass a test */
  where(test: (place: InternalPlace) => boolean): Promise<InternalPlace[]>
  /** present paths of the places that stored positions name */
  paths(): Promise<PlacePaths>
  /** number of levels of the deepest place; 0 without places */
  deepest(): Promise<number>
  close(): void
}

/** Opens the places, which are cached until the hierarchy changes. */
export function openInternalPlaces(parts: ServiceParts): InternalPlaces {
  const load = async (): Promise<{ all: InternalPlace[]; paths: PlacePaths }> => {
    const all = withMaps(
      await parts.db.models.places
        .find({ provider: INTERNAL })
        .select({ _id: 0, hierarchyId: 1, fullName: 1, mapId: 1 }),
    )
    const paths = createPlacePaths(all.map(({ hierarchyId, fullName }) => [hierarchyId, levelsOf(fullName)]))
    return { all, paths }
  }
  const places = cachedValue(parts, {
    load,
    invalidateOn: { 'config.changed': ({ what }) => what === 'maps' },
  })
  const idsWhere: InternalPlaces['idsWhere'] = async (test) =>
    (await places.read()).all.filter(({ fullName }) => test(fullName)).map(({ hierarchyId }) => hierarchyId)
  return {
    idsWhere,
    where: async (test) => (await places.read()).all.filter(test),
    paths: async () => (await places.read()).paths,
    deepest: async () =>
      (await places.read()).all.reduce((deepest, { fullName }) => Math.max(deepest, fullName.length), 0),
    matching: (text) => idsWhere(placeMatcher(text)),
    close: places.close,
  }
}

function withMaps(places: readonly InternalPlace[]): InternalPlace[] {
  const mapByPath = new Map(places.map(({ fullName, mapId }) => [JSON.stringify(fullName), mapId]))
  const mapAbove = (fullName: readonly string[]): string | null => {
    for (let depth = fullName.length; depth > 0; depth -= 1) {
      const mapId = mapByPath.get(JSON.stringify(fullName.slice(0, depth))) ?? null
      if (mapId !== null) return mapId
    }
    return null
  }
  return places.map(({ hierarchyId, fullName }) => ({ hierarchyId, fullName, mapId: mapAbove(fullName) }))
}
