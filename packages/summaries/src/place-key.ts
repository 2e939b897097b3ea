import type { Levels } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

/** The place of a position, by which positions belong to one visit: one path may lie on two maps. */
export const placeKeyOf = ({ fullPath, mapId }: { fullPath: Levels; mapId: string | null }): string =>
  `${mapId ?? ''}\n${pathText(fullPath)}`

/** Number of the first level whose names differ, 1 for the outermost; undefined where all are the same. */
export function firstDifferentLevel(one: Levels, another: Levels): number | undefined {
  const names = new Set([...Object.keys(one), ...Object.keys(another)])
  const numbers = [...names].map((level) => Number(level.slice('Level_'.length))).sort((a, b) => a - b)
  return numbers.find((level) => one[`Level_${level}`] !== another[`Level_${level}`])
}
