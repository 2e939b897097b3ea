import type { HierarchyItem } from '@wardtrack/contracts'
import { INTERNAL, type MapDoc } from '@wardtrack/database'
import type { ValidItem } from '@wardtrack/ingestion'

/** A pushed place. */
export type ValidPlace = ValidItem<HierarchyItem>

/**
 * Returns the provider of a place. An integration's key without a provider, or `rtls`, means the internal hierarchy.
 */
export const providerOf = ({ provider }: ValidPlace): string => (provider === '' ? INTERNAL : provider)

/** Assumed metres along a side of a map without known sizes. */
const ASSUMED_METRES = 100

/** A map that a place names and that has no known values yet. */
export const NEW_MAP: Omit<MapDoc, '_id' | 'name'> = {
  refName: '',
  xDimension: ASSUMED_METRES,
  yDimension: ASSUMED_METRES,
  source: 'ingest',
  width: null,
  height: null,
  dimensionsAssumed: true,
}

/** Returns the map values given with a place. */
export function mapValues({ map }: HierarchyItem): Partial<MapDoc> {
  const { name, xDimension, yDimension, edgeTolerance } = map ?? {}
  return {
    ...(name === undefined ? {} : { name }),
    ...(xDimension === undefined ? {} : { xDimension }),
    ...(yDimension === undefined ? {} : { yDimension }),
    ...(edgeTolerance === undefined ? {} : { edgeTolerance }),
    ...(xDimension === undefined || yDimension === undefined ? {} : { dimensionsAssumed: false }),
  }
}
