import type { AssetPointer } from '@wardtrack/contracts'
import { compareNames } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { levelValues } from '../../lib/place.ts'
import { pointerName } from './pointer-markers.ts'

/** Assets under one heading. */
export interface DeviceGroup {
  readonly name: string
  readonly assets: readonly AssetPointer[]
}

/** Order of the list beside the map. */
export type ListOrder = 'unit' | 'name'

const byName = (a: AssetPointer, b: AssetPointer): number => compareNames(pointerName(a), pointerName(b))

/** Returns the innermost place of an asset within its unit. */
export function roomOf(pointer: AssetPointer): string {
  return levelValues(pointer.CurrentLocation.fullPath).at(-1) ?? ''
}

/**
 * Groups the assets of a map by unit, the level above the innermost one. The hospital decides the depth of paths. The
 * deepest path on the map defines the level, and a shorter path, such as a corridor's, is a unit itself.
 */
export function groupByUnit(pointers: readonly AssetPointer[]): DeviceGroup[] {
  const paths = pointers.map((pointer) => levelValues(pointer.CurrentLocation.fullPath))
  const unitLevel = Math.max(0, ...paths.map((path) => path.length)) - 2
  const units = new Map<string, AssetPointer[]>()
  for (const [i, pointer] of pointers.entries()) {
    const unit = paths[i]?.[Math.max(0, unitLevel)] ?? paths[i]?.at(-1) ?? translate('live-map:somewhere')
    const assets = units.get(unit)
    if (assets) assets.push(pointer)
    else units.set(unit, [pointer])
  }
  return [...units]
    .map(([name, assets]) => ({ name, assets: assets.sort(byName) }))
    .sort((a, b) => compareNames(a.name, b.name))
}

/** Returns the assets in the order of the list: grouped, or in one group without a name. */
export function ordered(pointers: readonly AssetPointer[], order: ListOrder): DeviceGroup[] {
  return order === 'unit' ? groupByUnit(pointers) : [{ name: '', assets: [...pointers].sort(byName) }]
}

/** Returns the first assets of the groups, up to a total number. Groups keep their full size for their heading. */
export function firstOf(
  groups: readonly DeviceGroup[],
  limit: number,
): (DeviceGroup & { readonly total: number })[] {
  let remaining = limit
  return groups.flatMap(({ name, assets }) => {
    if (remaining <= 0) return []
    const shown = assets.slice(0, remaining)
    remaining -= shown.length
    return [{ name, assets: shown, total: assets.length }]
  })
}
