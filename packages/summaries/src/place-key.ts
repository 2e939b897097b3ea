import type { Levels } from '@wardtrack/contracts'
import { type PlacePaths, type PlaceReference, pathText, STORED_PATHS } from '@wardtrack/database'

type PlacePosition = PlaceReference & { mapId: string | null }

/**
 * Returns the key that all positions of one visit share: the place's id, which outlives its names. Outside of all
 * places it is the path with the map, because one path may be on two maps.
 */
export function placeKeyOf(position: PlacePosition, places: PlacePaths = STORED_PATHS): string {
  const id = places.idOf(position)
  return id === undefined ? `${position.mapId ?? ''}\n${pathText(position.fullPath)}` : `#${id}`
}

/** Returns true if two positions have the same place. */
export const isSamePlace = (
  a: PlacePosition,
  b: PlacePosition,
  places: PlacePaths = STORED_PATHS,
): boolean =>
  a.hierarchyId !== undefined && b.hierarchyId !== undefined
    ? a.hierarchyId === b.hierarchyId || places.idOf(a) === places.idOf(b)
    : placeKeyOf(a, places) === placeKeyOf(b, places)

/** Returns the number of the first level whose names differ, 1 for the outermost; undefined when all are the same. */
export function firstDifferentLevel(first: Levels, second: Levels): number | undefined {
  let outermost: number | undefined
  for (const path of [first, second])
    for (const level of Object.keys(path)) {
      const number = Number(level.slice('Level_'.length))
      if (first[level] !== second[level] && !(outermost !== undefined && outermost <= number))
        outermost = number
    }
  return outermost
}
