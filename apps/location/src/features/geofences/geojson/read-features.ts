import { setImmediate as othersTurn } from 'node:timers/promises'
import { messages } from '@wardtrack/contracts'
import { type Database, fenceNameKey } from '@wardtrack/database'
import { findTakenNames } from './fence-files.store.ts'
import { type FeatureGround, type ReadFeature, readFeature } from './read-feature.ts'

/** How many features are read before others get their turn: comparing the edges of large polygons takes a while. */
const AT_ONCE = 20

/**
 * Reads features and compares their names with each other and with the fences of the map.
 * @returns a feature for each, in their order
 */
export async function readFeatures(
  db: Database,
  features: readonly unknown[],
  ground: FeatureGround & { assetTypes: readonly string[] },
): Promise<ReadFeature[]> {
  const read: ReadFeature[] = []
  for (const [index, feature] of features.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await othersTurn()
    read.push(readFeature(feature, ground))
  }
  const keys = read.map(({ name, settings }) =>
    name === undefined ? '' : fenceNameKey(name, settings.AssetTypes ?? ground.assetTypes),
  )
  const takenNames = await findTakenNames(db, ground.map.mapId, [...new Set(keys)])
  const seen = new Set<string>()
  for (const [index, feature] of read.entries()) {
    const nameKey = keys[index] ?? ''
    if (feature.name !== undefined && takenNames.has(nameKey))
      feature.errors.push(atName(messages.geofenceNameTaken))
    else if (feature.name !== undefined && seen.has(nameKey))
      feature.errors.push(atName(messages.geojsonNameRepeated))
    seen.add(nameKey)
  }
  return read
}

const atName = (message: string) => ({ path: 'properties.name', message })
