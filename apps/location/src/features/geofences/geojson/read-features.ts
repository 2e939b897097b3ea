import { messages } from '@wardtrack/contracts'
import { type Database, fenceNameKey } from '@wardtrack/database'
import { createTurns } from '@wardtrack/service-kit'
import { findTakenNames } from './fence-files.store.ts'
import { type FeatureGround, type ReadFeature, readFeature } from './read-feature.ts'

/**
 * Reads features and compares their names with each other and with the fences of the map.
 * @returns the read features in the same order
 */
export async function readFeatures(
  db: Database,
  features: readonly unknown[],
  ground: FeatureGround & { assetTypes: readonly string[] },
): Promise<ReadFeature[]> {
  const read: ReadFeature[] = []
  const turn = createTurns()
  for (const feature of features) {
    // Comparing the edges of large polygons takes long, so other work gets a turn.
    await turn()
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
