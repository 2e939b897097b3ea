import type { Levels } from '@wardtrack/contracts'
import type { Place, PlaceLookup } from '@wardtrack/places'

/** A place as it is offered. */
export type OfferedPlace = { hierarchyId: string; fullPath: Levels }

/**
 * Places that lie on a map and whose paths hold every word of a text, in any case. Those whose own name begins with the
 * text come first, then by their paths.
 */
export function findPlaces(lookup: PlaceLookup, text: string, limit: number): OfferedPlace[] {
  const search = text.toLowerCase()
  const words = search.split(/[\s>]+/).filter((word) => word !== '')
  const found: (OfferedPlace & { path: string; begins: boolean })[] = []
  for (const place of lookup.places()) {
    if (place.mapId === null || !lookup.map(place.mapId)) continue
    const path = pathOf(place).toLowerCase()
    if (!words.every((word) => path.includes(word))) continue
    const name = place.fullPath[`Level_${place.depth}`]?.toLowerCase() ?? ''
    found.push({
      hierarchyId: place.hierarchyId,
      fullPath: place.fullPath,
      path,
      begins: search !== '' && name.startsWith(search),
    })
  }
  return found
    .sort((a, b) => Number(b.begins) - Number(a.begins) || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ hierarchyId, fullPath }) => ({ hierarchyId, fullPath }))
}

const pathOf = ({ fullPath, depth }: Place): string =>
  Array.from({ length: depth }, (_, index) => fullPath[`Level_${index + 1}`] ?? '').join('>')
