import type { SessionActor } from '@wardtrack/access'
import type { DeviceRow, PlacedAssetRow, ReportName, ReportRow, Sort } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type CriteriaCondition,
  type Database,
  type ReadCriteria,
  trusted,
} from '@wardtrack/database'
import { mayKnowType } from '@wardtrack/patient-rule'
import type { AssetLists, OmittableField } from '../../assets/index.ts'
import { readReportCriteria } from '../report-criteria.ts'
import type {
  PageOf,
  ReportPage,
  ReportParts,
  ReportReader,
  ReportRequest,
  ShownAsset,
} from '../report-page.ts'
import { memberText, placeText, textOf } from '../row-texts.ts'

/** Report whose rows are assets. */
export type AssetRows<Row extends ReportRow> = {
  lists: AssetLists
  /** true to leave out inactive assets unless the criteria name AssetStatus */
  activeByDefault: boolean
  defaultSort: readonly Sort[]
  /** members that `toRows` does not use; queries for whole lists leave them out */
  unread?: readonly OmittableField[]
  toRows(docs: readonly AssetDoc[]): Row[] | Promise<Row[]>
}

/**
 * Reads assets as rows, in the order and with the totals of the asset lists.
 * @param criteria as sent
 * @param conditions conditions on the assets, including the page's additions
 */
export function assetReader<Row extends ReportRow>(
  { lists, activeByDefault, defaultSort, unread = [], toRows }: AssetRows<Row>,
  { actor }: ReportRequest,
  criteria: ReadCriteria,
  conditions: ReadCriteria,
): ReportReader<Row> {
  const listing = { actor, activeByDefault }
  return {
    criteria,
    page: async ({ skip, size }) => {
      const request = { page: Math.floor(skip / size) + 1, size, defaultSort }
      const { docs, total } = await lists.page(conditions, listing, request)
      return { rows: await toRows(docs), shownAssets: docs, total }
    },
    batches: async function* readBatches() {
      for await (const docs of lists.batches(conditions, listing, defaultSort, unread))
        yield { rows: await toRows(docs), shownAssets: docs }
    },
  }
}

const BY_NAME: readonly Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]
const DEVICE_PATHS = {
  Name: 'Fields.AssetName',
  SerialNo: 'Fields.SerialNo',
  Battery: 'Fields.BatteryLevel.Level',
  WiFi: 'Fields.WifiStrength.Strength',
  Location: 'CurrentLocation.fullPath',
}
const PLACED_PATHS = {
  AssetName: 'Fields.AssetName',
  SerialNo: 'Fields.SerialNo',
  Location: 'CurrentLocation.fullPath',
}

/** Creates a report of battery or WiFi levels of assets on maps. */
export const heatMapPage = (parts: ReportParts, name: 'battery-heat' | 'wifi-heat'): PageOf<'battery-heat'> =>
  placedAssetPage(parts, name, { sortPaths: DEVICE_PATHS, toRow: toDeviceRow })

/** Creates the report of all assets on maps. */
export const allAssetsPage = (parts: ReportParts): PageOf<'all-assets-map-view'> =>
  placedAssetPage(parts, 'all-assets-map-view', { sortPaths: PLACED_PATHS, toRow: toPlacedAssetRow })

type PlacedAssets<Row extends ReportRow> = {
  /** stored paths of the sortable columns */
  sortPaths: Readonly<Record<string, string>>
  toRow(doc: AssetDoc): Row
}

function placedAssetPage<Row extends ReportRow>(
  parts: ReportParts,
  name: ReportName,
  { sortPaths, toRow }: PlacedAssets<Row>,
): ReportPage<Row> {
  const { db, lists } = parts
  const asRows = {
    lists,
    activeByDefault: true,
    defaultSort: BY_NAME,
    toRows: (docs: readonly AssetDoc[]) => docs.map(toRow),
  }
  return {
    open: async (request) => {
      const { criteria, assetConditions } = await readReportCriteria(parts, name, request, { sortPaths })
      const conditions = [...assetConditions.conditions, await onAnyMap(db)]
      return assetReader(asRows, request, criteria, { ...assetConditions, conditions })
    },
  }
}

/**
 * Returns the condition that an asset is on a map. The condition names the maps, so that the index by map can count
 * the assets that meet a criterion.
 */
export async function onAnyMap(db: Database): Promise<CriteriaCondition> {
  const maps = await db.models.maps.find({}).select({ _id: 1 })
  return { path: 'CurrentLocation.mapId', test: { $in: maps.map(({ _id }) => _id) } }
}

const toDeviceRow = ({ AssetId, AssetType, Fields, CurrentLocation }: AssetDoc): DeviceRow => ({
  AssetId,
  AssetType,
  Name: textOf(Fields['AssetName']),
  SerialNo: textOf(Fields['SerialNo']),
  Battery: memberText(Fields['BatteryLevel'], 'Level'),
  WiFi: memberText(Fields['WifiStrength'], 'Strength'),
  Location: placeText(CurrentLocation?.fullPath),
  mapId: CurrentLocation?.mapId ?? null,
})

const toPlacedAssetRow = ({ AssetId, AssetType, Fields, CurrentLocation }: AssetDoc): PlacedAssetRow => ({
  AssetId,
  AssetType,
  AssetName: textOf(Fields['AssetName']),
  SerialNo: textOf(Fields['SerialNo']),
  Location: placeText(CurrentLocation?.fullPath),
  mapId: CurrentLocation?.mapId ?? null,
})

/** Asset fields read for a row. */
const DEVICE_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'Fields.AssetName': 1,
  'Fields.SerialNo': 1,
  'Fields.BatteryLevel': 1,
  'Fields.WifiStrength': 1,
  CurrentLocation: 1,
} as const
/** Maximum ids in one query: each id costs an index lookup. */
const IDS_AT_A_TIME = 500
/** Pages that name equipment. */
const EQUIPMENT_NAMES = ['battery', 'wifi']

/**
 * Finds the rows of assets by id, in the order of the ids. Unknown ids, and patients without the flag, are left out.
 */
export async function findDeviceRows(
  { db }: Pick<ReportParts, 'db'>,
  actor: SessionActor,
  { Ids, type = 'Equipment' }: { Ids: readonly string[]; type?: string | undefined },
): Promise<{ rows: DeviceRow[]; shownAssets: readonly ShownAsset[] }> {
  const AssetType = EQUIPMENT_NAMES.includes(type) ? 'Equipment' : type
  if (!mayKnowType(actor, AssetType)) return { rows: [], shownAssets: [] }
  const found = new Map<string, AssetDoc>()
  for (let start = 0; start < Ids.length; start += IDS_AT_A_TIME) {
    const AssetId = trusted({ $in: Ids.slice(start, start + IDS_AT_A_TIME) })
    const docs = await db.models.assets.find({ AssetType, AssetId }).select(DEVICE_FIELDS)
    for (const doc of docs) found.set(doc.AssetId, doc)
  }
  const shownAssets = [...new Set(Ids)].flatMap((id) => found.get(id) ?? [])
  return { rows: Ids.flatMap((id) => found.get(id) ?? []).map(toDeviceRow), shownAssets }
}
