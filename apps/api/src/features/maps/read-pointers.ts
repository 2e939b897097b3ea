import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { AssetPointer, HeatPointer } from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import { type AssetLists, valueAt } from '../assets/index.ts'
import { toPointer } from './asset-pointer.ts'
import { findAlertedAssets, findLocatedAssets, type LocatedAsset } from './maps.store.ts'

/** Most pointers an answer holds. */
const MAX_POINTERS = 5_000

/** Pointers of assets, the stored assets that they tell of, and whether there are more than an answer holds. */
type FoundPointers = { data: HeatPointer[]; assets: LocatedAsset[]; truncated: boolean }

/** Whether criteria say which map. */
export const hasMap = ({ conditions }: ReadCriteria): boolean =>
  conditions.some(({ path }) => path === 'CurrentLocation.mapId')

/**
 * Makes the reader of assets on maps, by type and id.
 * @returns a function of the criteria, who asks, and the stored path of a value that each pointer carries as `Target`
 */
export function createPointerReader({ db }: Pick<ServiceParts, 'db'>, lists: AssetLists) {
  return async (criteria: ReadCriteria, actor: SessionActor, target?: string): Promise<FoundPointers> => {
    const filter = await lists.filterOf(criteria, { actor, activeByDefault: true })
    const found = await findLocatedAssets(db, filter, MAX_POINTERS + 1, target)
    const assets = found.slice(0, MAX_POINTERS)
    const alerted = await findAlertedAssets(db, actor, assets)
    const data = assets.map((asset): HeatPointer => {
      const pointer = toPointer(asset, actor, alerted.has(asset._id.toHexString()))
      const value = target === undefined ? undefined : valueAt(asset, target)
      return typeof value === 'string' ? { ...pointer, Target: value } : pointer
    })
    return { data: data.sort(byTypeAndId), assets, truncated: found.length > MAX_POINTERS }
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byTypeAndId = (a: AssetPointer, b: AssetPointer): number =>
  compareTexts(a.AssetType, b.AssetType) || compareTexts(a.AssetId, b.AssetId)
