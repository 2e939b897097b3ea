import type { HierarchyItem } from '@wardtrack/contracts'
import { INTERNAL, type MapDoc } from '@wardtrack/database'
import type { ValidItem } from '@wardtrack/ingestion'

/** A place as it was pushed. */
export type ValidPlace = ValidItem<HierarchyItem>

/** Absent provider of an integration's key, or `rtls`: the internal hierarchy. */
export const providerOf = ({ provider }: ValidPlace): string => (provider === '' ? INTERNAL : provider)

/** Metres along a side that are assumed of a map nobody gave sizes for. */
const ASSUMED_METRES = 100

/** A map that a place names and nobody has told anything of. */
export const NEW_MAP: Omit<MapDoc, '_id' | 'name'> = {
  refName: '',
  xDimension: ASSUMED_METRES,
  yDimension: ASSUMED_METRES,
  source: 'ingest',
  width: null,
  height: null,
  dimensionsAssumed: true,
}

/** What a place tells of its map. */
export function mapValues({ map }: HierarchyItem): Partial<MapDoc> {
  const { name, xDimension, yDimension } = map ?? {}
  return {
    ...(name === undefined ? {} : { name }),
    ...(xDimension === undefined ? {} : { xDimension }),
    ...(yDimension === undefined ? {} : { yDimension }),
    ...(xDimension === undefined || yDimension === undefined ? {} : { dimensionsAssumed: false }),
  }
}
