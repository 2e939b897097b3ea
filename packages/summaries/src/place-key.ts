import type { Levels } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

/** The place of a position, by which positions belong to one visit: one path may lie on two maps. */
export const placeKeyOf = ({ fullPath, mapId }: { fullPath: Levels; mapId: string | null }): string =>
  `${mapId ?? ''}\n${pathText(fullPath)}`

/** Number of the first level whose names differ, 1 for the outermost; undefined where all are the same. */
export function firstDifferentLevel(a: Levels, b: Levels): number | undefined {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const numbers = [...names].map((level) => Number(level.slice('Level_'.length))).sort((a, b) => a - b)
  return numbers.find((level) => a[`Level_${level}`] !== b[`Level_${level}`])
}
