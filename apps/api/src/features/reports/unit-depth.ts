import type { CriteriaBody } from '@wardtrack/contracts'
import type { InternalPlaces } from '../places/index.ts'
import { chosenLevel } from './row-places.ts'

/**
 * How many levels name a unit: as many as the body chooses, else all but the last of the deepest places, which are the
 * rooms of the units. @throws ApiError 400
 */
export async function unitDepth(body: CriteriaBody, places: InternalPlaces): Promise<number> {
  const chosen = chosenLevel(body)
  if (chosen !== undefined) return chosen
  return Math.max(1, (await places.deepest()) - 1)
}
