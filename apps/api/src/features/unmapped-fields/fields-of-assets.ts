import type { UnmappedField } from '@wardtrack/contracts'
import { type Database, type MetadataDoc, trusted } from '@wardtrack/database'
import { type Viewer, visibleTypes } from '@wardtrack/patient-rule'
import { EXCLUDED_FIELDS, toAssetAnswer } from '../assets/index.ts'
import { toSamples } from './samples.ts'

/** Finds unmapped fields that were sent with assets, with the current values. */
export async function fieldsOfAssets(
  db: Database,
  viewer: Viewer,
  types: MetadataDoc['types'],
): Promise<UnmappedField[]> {
  const known = visibleTypes(Object.keys(types), viewer)
  const noted = await db.models.unmappedFields.find({ AssetType: trusted({ $in: known }) })
  const ids = noted.flatMap(({ assets }) => assets)
  const docs =
    ids.length === 0
      ? []
      : await db.models.assets.find({ _id: trusted({ $in: ids }) }).select(EXCLUDED_FIELDS)
  const assets = new Map(docs.map((doc) => [doc._id.toHexString(), toAssetAnswer(doc, viewer)]))
  return noted.map(({ AssetType, name, assets: carriers, lastSeenAt }) => ({
    type: AssetType,
    name,
    source: 'assets' as const,
    samples: toSamples(carriers.map((id) => assets.get(id.toHexString())?.Fields[name])),
    lastSeenAt: lastSeenAt.toISOString(),
  }))
}
