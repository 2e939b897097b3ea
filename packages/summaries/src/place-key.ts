import type { Levels } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

type PlacePosition = { fullPath: Levels; mapId: string | null }

/**
 * Returns the key that all positions of one visit share. It includes the map, because one path may be on two maps.
 */
export const placeKeyOf = ({ fullPath, mapId }: PlacePosition): string =>
  `${mapId ?? ''}\n${pathText(fullPath)}`

/**
 * Returns true if two positions have the same place. It avoids computing keys when the path is the same object, or
 * the maps differ.
 */
export const isSamePlace = (a: PlacePosition, b: PlacePosition): boolean =>
  a.mapId === b.mapId && (a.fullPath === b.fullPath || placeKeyOf(a) === placeKeyOf(b))

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
