import type { Levels } from '@wardtrack/contracts'
import { type Database, pathText } from '@wardtrack/database'
import type { InternalPlaces } from '../places/index.ts'
import { findParLevels } from './par-levels.store.ts'

/** PAR level with its unit. */
export type UnitLevel = {
  hierarchyId: string
  category: string
  minimum: number
  par: number
  /** names of the levels of the unit's place joined with `>` */
  unit: string
  /** number of these names */
  depth: number
  /** map of the unit */
  mapId: string | null
}

/** Reads the PAR levels of existing places, by unit and category. */
export async function readUnitLevels(db: Database, places: InternalPlaces): Promise<UnitLevel[]> {
  const all = await places.where(() => true)
  const byId = new Map(all.map((place) => [place.hierarchyId, place]))
  const levels = (await findParLevels(db)).flatMap(({ hierarchyId, Category, Minimum, Par }) => {
    const place = byId.get(hierarchyId)
    if (!place) return []
    const { fullName, mapId } = place
    const unit = fullName.join('>')
    return [
      { hierarchyId, category: Category, minimum: Minimum, par: Par, unit, depth: fullName.length, mapId },
    ]
  })
  return levels.sort((a, b) => compare(a.unit, b.unit) || compare(a.category, b.category))
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Finds the level that counts an asset at a place; undefined when there is none. */
export type LevelFinder = (category: string, fullPath: Levels | undefined) => number | undefined

/**
 * Creates a finder of level indexes. A unit is a place with all places below it. Where a place and a place below it
 * have levels, stock in the lower place counts only for the lower level.
 */
export function levelFinder(levels: readonly UnitLevel[]): LevelFinder {
  const byCategory = new Map<string, Map<string, number>>()
  for (const [index, { category, unit }] of levels.entries()) {
    const units = byCategory.get(category) ?? new Map<string, number>()
    byCategory.set(category, units.set(unit, index))
  }
  return (category, fullPath) => {
    const units = byCategory.get(category)
    if (!units || !fullPath) return undefined
    for (
      let path = pathText(fullPath);
      path !== '';
      path = path.slice(0, Math.max(0, path.lastIndexOf('>')))
    ) {
      const index = units.get(path)
      if (index !== undefined) return index
    }
    return undefined
  }
}
