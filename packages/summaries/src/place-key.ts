import type { Levels } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

type PlacePosition = { fullPath: Levels; mapId: string | null }

/** The place of a position, by which positions belong to one visit: one path may lie on two maps. */
export const placeKeyOf = ({ fullPath, mapId }: PlacePosition): string =>
  `${mapId ?? ''}\n${pathText(fullPath)}`

/** Whether two positions are of one place, without making the keys of positions whose path is one object, or whose maps differ. */
export const isSamePlace = (a: PlacePosition, b: PlacePosition): boolean =>
  a.mapId === b.mapId && (a.fullPath === b.fullPath || placeKeyOf(a) === placeKeyOf(b))

/** Number of the first level whose names differ, 1 for the outermost; undefined where all are the same. */
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
