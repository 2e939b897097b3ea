import type { ServiceParts } from '@wardtrack/access'
import { INTERNAL, placeMatcher } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'

/**
 * A place of the internal hierarchy: its id, the names of its levels, Level_1 first, and the map it lies on, its own or
 * that of the nearest place above.
 */
export type InternalPlace = { hierarchyId: string; fullName: string[]; mapId: string | null }

/** The internal hierarchy as lists look places up: there are thousands of places where there are millions of assets. */
export type InternalPlaces = {
  /** ids of the places that a search text finds */
  matching(text: string): Promise<string[]>
  /** ids of the places that pass a test of their levels */
  idsWhere(test: (fullName: readonly string[]) => boolean): Promise<string[]>
  /** the places themselves that pass a test */
  where(test: (place: InternalPlace) => boolean): Promise<InternalPlace[]>
  /** number of levels of the deepest place; 0 while there is none */
  deepest(): Promise<number>
  close(): void
}

/** Opens the places; they are kept in memory until the hierarchy changes. */
export function openInternalPlaces(parts: ServiceParts): InternalPlaces {
  const load = async (): Promise<InternalPlace[]> =>
    withMaps(
      await parts.db.models.places
        .find({ provider: INTERNAL })
        .select({ _id: 0, hierarchyId: 1, fullName: 1, mapId: 1 }),
    )
  const places = cachedValue(parts, {
    load,
    invalidateOn: { 'config.changed': ({ what }) => what === 'maps' },
  })
  const idsWhere: InternalPlaces['idsWhere'] = async (test) =>
    (await places.read()).filter(({ fullName }) => test(fullName)).map(({ hierarchyId }) => hierarchyId)
  return {
    idsWhere,
    where: async (test) => (await places.read()).filter(test),
    deepest: async () =>
      (await places.read()).reduce((deepest, { fullName }) => Math.max(deepest, fullName.length), 0),
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
