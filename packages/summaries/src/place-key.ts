import type { Levels } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

/** The place of a position, by which positions belong to one visit: one path may lie on two maps. */
export const placeKeyOf = ({ fullPath, mapId }: { fullPath: Levels; mapId: string | null }): string =>
  `${mapId ?? ''}\n${pathText(fullPath)}`

/** Number of the first level whose names differ, 1 for the outermost; undefined where all are the same. */
export function firstDifferentLevel(first: Levels, second: Levels): number | undefined {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  const numbers = [...names].map((level) => Number(level.slice('Level_'.length))).sort((a, b) => a - b)
  return numbers.find((level) => first[`Level_${level}`] !== second[`Level_${level}`])
}
