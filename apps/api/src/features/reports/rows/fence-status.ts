import type { SessionActor } from '@wardtrack/access'
import {
  type AssetRef,
  type FenceStatusRow,
  type Levels,
  messages,
  type OccupiedFence,
} from '@wardtrack/contracts'
import {
  type CriteriaCondition,
  type Database,
  type GeofenceDoc,
  madeOnce,
  type StoredDocument,
  visitStored,
} from '@wardtrack/database'
import { type Viewer, visibleFence } from '@wardtrack/patient-rule'
import { invalidMember } from '@wardtrack/service-kit'
import type { AssetFilter } from '../../assets/index.ts'
import { type Period, readReportCriteria } from '../report-criteria.ts'
import { GEOFENCE } from '../report-fields.ts'
import type { PageOf, ReaderOf, ReportParts, ReportRequest, RowBatch } from '../report-page.ts'
import { meetsTest } from '../row-places.ts'
import { placeText, sortRows, textOf } from '../row-texts.ts'

const BATCH_SIZE = 100
/** Maximum number of rows held in memory for sorting by other columns than the fence. */
const MAX_SORTED = 20_000

/** Creates the report of assets inside geofences now. */
export const fenceStatusPage = (parts: ReportParts): PageOf<'fence-status'> => ({
  offeredFields: async (actor) => ({ [GEOFENCE]: await fenceField(parts, actor) }),
  open: (request) => openFenceStatus(parts, request),
})

async function fenceField({ db }: ReportParts, actor: SessionActor) {
  const fences = await findFences(db, actor)
  const Options = Object.fromEntries(fences.map(({ _id, Name }) => [_id.toHexString(), { alias: Name }]))
  return {
    Alias: GEOFENCE,
    Model: GEOFENCE,
    tableKey: GEOFENCE,
    filterFlag: '1' as const,
    inputType: 'select' as const,
    Options,
  }
}

async function openFenceStatus(
  parts: ReportParts,
  request: ReportRequest,
): Promise<ReaderOf<'fence-status'>> {
  const { db, lists } = parts
  const { actor } = request
  const { criteria, assetConditions, reportConditions, period, sort } = await readReportCriteria(
    parts,
    'fence-status',
    request,
    {},
  )
  const fences = await findFences(db, actor, reportConditions)
  const present = async (): Promise<Presence[]> => {
    const filter = await lists.filterOf({ ...assetConditions, sort: [] }, { actor, activeByDefault: true })
    return findPresences(db, filter, fences, period)
  }
  const sorted = (presences: readonly Presence[]): Presence[] => {
    if (presences.length > MAX_SORTED) throw invalidMember('sort', messages.reportSortTooMany)
    const toRow = rowMaker()
    const byRow = new Map(presences.map((presence) => [toRow(presence), presence]))
    return sortRows([...byRow.keys()], sort).flatMap((row) => byRow.get(row) ?? [])
  }
  const orderedPresences = (presences: readonly Presence[]): readonly Presence[] =>
    sort.length === 0 ? presences : sorted(presences)
  return {
    criteria,
    page: async ({ skip, size }) => {
      const presences = await present()
      return {
        ...toBatch(orderedPresences(presences).slice(skip, skip + size)),
        total: presences.length,
        more: { fences: occupied(fences, presences) },
      }
    },
    batches: async function* batches() {
      const presences = orderedPresences(await present())
      for (let start = 0; start < presences.length; start += BATCH_SIZE)
        yield toBatch(presences.slice(start, start + BATCH_SIZE))
    },
  }
}

/** Converts presences to rows, keeping their order. */
const toBatch = (presences: readonly Presence[]): RowBatch<FenceStatusRow> => ({
  rows: presences.map(rowMaker()),
  shownAssets: [...new Set(presences.map(({ asset }) => asset))].map((asset) => ({
    _id: asset.id,
    AssetType: textOf(asset.value('AssetType')),
    Fields: { Mappings: asset.value('Fields', 'Mappings') as Record<string, AssetRef[]> },
  })),
})

function occupied(fences: readonly GeofenceDoc[], presences: readonly Presence[]): OccupiedFence[] {
  const inside = new Map<GeofenceDoc, number>()
  for (const { fence } of presences) inside.set(fence, (inside.get(fence) ?? 0) + 1)
  return fences.map((fence) => ({
    _id: fence._id.toHexString(),
    Name: fence.Name,
    inside: inside.get(fence) ?? 0,
  }))
}

/** Creates a converter from presences to rows. */
function rowMaker(): (presence: Presence) => FenceStatusRow {
  const textAt = madeOnce(textOf)
  const placeAt = madeOnce((fullPath) => placeText(fullPath as Levels))
  return ({ fence, asset, since }) => {
    const AssetType = textAt(asset, 'AssetType') ?? ''
    return {
      geofenceId: fence._id.toHexString(),
      Geofence: fence.Name,
      GeofenceType: fence.Type,
      AssetId: textOf(asset.value('AssetId')),
      AssetType,
      Name: textOf(asset.value('Fields', 'AssetName')),
      Type: AssetType,
      Category: textAt(asset, 'Fields', 'PrimaryCategory') ?? '',
      Location: placeAt(asset, 'CurrentLocation', 'fullPath') ?? '',
      since: since.toISOString(),
    }
  }
}

/** Presence of an asset in a geofence, with its start. The asset holds the members of {@link DWELLER_FIELDS}. */
type Presence = { fence: GeofenceDoc; asset: StoredDocument; since: Date }

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
async function findFences(
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
async function findPresences(
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
