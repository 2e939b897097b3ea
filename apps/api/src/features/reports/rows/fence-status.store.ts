import {
  type CriteriaCondition,
  type Database,
  type GeofenceDoc,
  madeOnce,
  type StoredDocument,
  visitStored,
} from '@wardtrack/database'
import { type Viewer, visibleFence } from '@wardtrack/patient-rule'
import type { AssetFilter } from '../../assets/index.ts'
import type { Period } from '../read-report-criteria.ts'
import { meetsTest } from '../row-places.ts'

/** Presence of an asset in a geofence, with its start. The asset holds the members of {@link DWELLER_FIELDS}. */
export type Presence = { fence: GeofenceDoc; asset: StoredDocument; since: Date }

const DWELLER_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'Fields.AssetName': 1,
  'Fields.PrimaryCategory': 1,
  // Needed by the audit log to record the patients of an answer.
  'Fields.Mappings': 1,
  'CurrentLocation.fullPath': 1,
  'Fences.dwells': 1,
} as const

/** Finds the enabled geofences visible to a viewer, by name, that meet the conditions on name or id. */
export async function findFences(
  { models }: Database,
  viewer: Viewer,
  conditions: readonly Pick<CriteriaCondition, 'test'>[] = [],
): Promise<GeofenceDoc[]> {
  const fences = await models.geofences.find({ Enabled: true }).sort({ Name: 1, _id: 1 })
  return fences
    .flatMap((fence) => visibleFence(fence, viewer) ?? [])
    .filter(({ _id, Name }) =>
      conditions.every(({ test }) => meetsTest(Name, test) || meetsTest(_id.toHexString(), test)),
    )
}

/**
 * Finds the presences of the assets of a filter in geofences, in fence order, longest first. Dwells that began before
 * the fence was moved or enabled are ignored.
 */
export async function findPresences(
  db: Database,
  filter: AssetFilter,
  fences: readonly GeofenceDoc[],
  { from, to }: Period,
): Promise<Presence[]> {
  if (fences.length === 0) return []
  const order = new Map(fences.map((fence, index) => [fence._id.toHexString(), index]))
  const inside = { 'Fences.dwells.fence': { $in: [...order.keys()] } }
  const presences: (Presence & { rank: number })[] = []
  const typeAt = madeOnce(String)
  const isMeant = (since: Date): boolean => (!from || since >= from) && (!to || since < to)
  const read = { filter: { $and: [filter, inside] }, projection: DWELLER_FIELDS }
  await visitStored(db, 'assets', read, (asset) => {
    for (const dwell of asset.items('Fences', 'dwells')) {
      const rank = order.get(String(dwell.value('fence')))
      const fence = rank === undefined ? undefined : fences[rank]
      if (rank === undefined || !fence || dwell.value('inside') !== true) continue
      if (Number(dwell.value('from')) !== fence.activeFrom.getTime()) continue
      if (!fence.AssetTypes.includes(typeAt(asset, 'AssetType') ?? '')) continue
      const since = dwell.value('since') as Date
      if (isMeant(since)) presences.push({ fence, asset, since, rank })
    }
  })
  return presences.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.since.getTime() - b.since.getTime() ||
      Buffer.compare(a.asset.id.id, b.asset.id.id),
  )
}
