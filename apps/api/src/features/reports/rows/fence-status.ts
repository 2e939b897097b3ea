import type { SessionActor } from '@wardtrack/access'
import {
  type AssetRef,
  type FenceStatusRow,
  type Levels,
  messages,
  type OccupiedFence,
} from '@wardtrack/contracts'
import { type GeofenceDoc, madeOnce } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import { FENCE_FIELDS, GEOFENCE } from '../own-fields.ts'
import { readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest, RowBatch } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { placeText, textOf } from '../row-texts.ts'
import { sortRows } from '../sort-rows.ts'
import { columnsNamed } from './asset-rows.ts'
import { findFences, findPresences, type Presence } from './fence-status.store.ts'
import { reportUrl } from './placed-asset-pages.ts'

const NAME = 'fence-status'
const COLUMNS = [
  ...columnsNamed(GEOFENCE, 'GeofenceType', 'AssetId', 'Name', 'Type', 'Category', 'Location'),
  { key: 'since', label: 'Since' },
]
const SORT_KEYS = COLUMNS.map(({ key }) => key)
const BATCH_SIZE = 100
/** Maximum number of rows held in memory for sorting by other columns than the fence. */
const MAX_SORTED = 20_000

/** Creates the report of assets inside geofences now. */
export function fenceStatusPage(parts: ReportParts): ReportPage {
  return {
    name: NAME,
    aliases: ['status-fence'],
    page: `report/${NAME}`,
    filterUrl: reportUrl(NAME),
    ownFields: FENCE_FIELDS,
    offeredFields: async (actor) => ({ [GEOFENCE]: await fenceField(parts, actor) }),
    describe: async () => ({ label: NAME, columns: COLUMNS, defaultItems: [] }),
    open: (request) => openFenceStatus(parts, request),
  }
}

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
  { actor, body, now }: ReportRequest,
): Promise<ReportReader> {
  const { db, lists, metadata } = parts
  const rules = {
    fields: await metadata.criteriaFields(),
    ownFields: FENCE_FIELDS,
    sortKeys: SORT_KEYS,
    rowTime: 'any' as const,
  }
  const { criteria, assetConditions, reportConditions, period, sort } = readReportCriteria(body, rules, now)
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
const toBatch = (presences: readonly Presence[]): RowBatch => ({
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
