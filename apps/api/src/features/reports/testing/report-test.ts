import { type AssetDoc, summaryId, Types, type VisitDoc } from '@wardtrack/database'
import { assetDoc } from '@wardtrack/test-kit'
import { type ApiTest, openApiTest } from '../../../testing/api-test.ts'

/** Places of the internal hierarchy in report tests, by id; those of the tower lie on map m1, the annex on m2. */
export const PLACES: Readonly<Record<string, readonly string[]>> = {
  lobby: ['Site', 'Tower'],
  ward1: ['Site', 'Tower', 'Ward 1'],
  ward2: ['Site', 'Tower', 'Ward 2'],
  lab: ['Site', 'Annex', 'Ward 1'],
  depot: ['Depot'],
}
export const PLACE_IDS: readonly string[] = Object.keys(PLACES)
const MAPS: Readonly<Record<string, string | null>> = {
  lobby: 'm1',
  ward1: null,
  ward2: null,
  lab: 'm2',
  depot: null,
}

/** Environment of a report test. */
export type ReportTest = ApiTest & { assets: AssetDoc[] }

/** Starts the API with places and eight assets: five pumps, an inactive bed, a clinician and a patient. */
export async function openReportTest(): Promise<ReportTest> {
  const api = await openApiTest()
  const { models, driver } = api.parts.db
  for (const [hierarchyId, fullName] of Object.entries(PLACES))
    await models.places.create({
      provider: 'rtls',
      hierarchyId,
      fullName: [...fullName],
      mapId: MAPS[hierarchyId] ?? null,
    })
  await driver.maps.insertMany(['m1', 'm2'].map((_id) => mapDoc(_id)) as never)
  const named = (AssetType: string, AssetId: string, PrimaryCategory: string, more: Partial<AssetDoc> = {}) =>
    assetDoc({
      AssetType,
      AssetId,
      Fields: { AssetName: `${AssetType} ${AssetId}`, SerialNo: `SN-${AssetId}`, PrimaryCategory },
      ...more,
    })
  const assets = [
    ...['P-1', 'P-2', 'P-3', 'P-4', 'P-5'].map((id) => named('Equipment', id, 'Pump')),
    named('Equipment', 'B-1', 'Bed', { AssetStatus: 'inactive' }),
    named('Clinician', 'C-1', 'Staff'),
    named('Patient', 'PT-1', 'Zebulon'),
  ]
  await driver.assets.insertMany(assets)
  return { ...api, assets }
}

const mapDoc = (_id: string) => ({
  _id,
  name: _id,
  refName: '',
  xDimension: 40,
  yDimension: 30,
  source: 'ingest',
  width: null,
  height: null,
  dimensionsAssumed: true,
})

/** Returns the levels of a place by its id. */
export const levelsOf = (place: string): Record<string, string> =>
  Object.fromEntries((PLACES[place] ?? []).map((name, index) => [`Level_${index + 1}`, name]))

/** Stay of an asset at a place, with its start. */
export type Stay = { asset: AssetDoc; place: string; from: Date; lastSeenAt: Date }

/** Converts stays to visits, those of an asset in time order. */
export function visitDocs(stays: readonly Stay[]): VisitDoc[] {
  const last = new Map<AssetDoc, { stay: Stay; doc: VisitDoc }>()
  return [...stays]
    .sort((a, b) => a.from.getTime() - b.from.getTime())
    .map((stay) => {
      const { asset, place, from } = stay
      const before = last.get(asset)
      const differsFrom = before
        ? firstDifference(PLACES[before.stay.place] ?? [], PLACES[place] ?? [])
        : undefined
      const doc: VisitDoc = {
        _id: summaryId(from, asset._id.toHexString()),
        asset: asset._id,
        AssetType: asset.AssetType,
        mapId: null,
        hierarchyId: place,
        fullPath: levelsOf(place),
        from,
        to: null,
        ...(before
          ? {
              previous: {
                fullPath: levelsOf(before.stay.place),
                mapId: null,
                hierarchyId: before.stay.place,
                lastSeenAt: before.stay.lastSeenAt,
              },
            }
          : {}),
        ...(differsFrom === undefined ? {} : { differsFrom }),
      }
      if (before) before.doc.to = from
      last.set(asset, { stay, doc })
      return doc
    })
}

function firstDifference(before: readonly string[], after: readonly string[]): number | undefined {
  const depth = Math.max(before.length, after.length)
  for (let level = 0; level < depth; level += 1) if (before[level] !== after[level]) return level + 1
  return undefined
}

/** Creates a document id. */
export const newId = (): Types.ObjectId => new Types.ObjectId()
