import type { Levels } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

type PlacePosition = { fullPath: Levels; mapId: string | null }

/** The place of a position, by which positions belong to one visit: one path may lie on two maps. */
export const placeKeyOf = ({ fullPath, mapId }: PlacePosition): string =>
  `${mapId ?? ''}\n${pathText(fullPath)}`

/** Whether two positions are of one place, without making the keys of positions whose path is one object. */
export const isSamePlace = (a: PlacePosition, b: PlacePosition): boolean =>
  a.fullPath === b.fullPath ? a.mapId === b.mapId : placeKeyOf(a) === placeKeyOf(b)

/** Number of the first level whose names differ, 1 for the outermost; undefined where all are the same. */
export function firstDifferentLevel(first: Levels, second: Levels): number | undefined {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  const numbers = [...names].map((level) => Number(level.slice('Level_'.length))).sort((a, b) => a - b)
  return numbers.find((level) => first[`Level_${level}`] !== second[`Level_${level}`])
}
