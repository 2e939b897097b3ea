import { type DeviceRow, type PlacedAssetRow, type ReportRow, routes, type Sort } from '@wardtrack/contracts'
import type { AssetDoc, CriteriaCondition, Database } from '@wardtrack/database'
import { readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { memberText, placeText, textOf } from '../row-texts.ts'
import { assetReader, columnsNamed } from './asset-rows.ts'

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

/** Creates the pages that list assets on maps: the heat maps of battery and WiFi, and all assets. */
export function placedAssetPages(parts: ReportParts): ReportPage[] {
  const heatMap = (name: string): ReportPage =>
    placedAssetPage(parts, {
      name,
      filterUrl: routes.deviceProperties.path.slice(1),
      columns: ['Name', 'SerialNo', 'Battery', 'WiFi'],
      sortPaths: DEVICE_PATHS,
      defaultType: 'Equipment',
      toRow: toDeviceRow,
    })
  return [
    heatMap('battery-heat'),
    heatMap('wifi-heat'),
    placedAssetPage(parts, {
      name: 'all-assets-map-view',
      columns: ['AssetId', 'AssetType', 'AssetName', 'SerialNo', 'Location'],
      sortPaths: PLACED_PATHS,
      toRow: toPlacedAssetRow,
    }),
  ]
}

type PlacedAssetPage = {
  name: string
  filterUrl?: string
  columns: string[]
  /** stored paths of the sortable columns */
  sortPaths: Readonly<Record<string, string>>
  /** asset type when the criteria name none; all types when omitted */
  defaultType?: string
  toRow(doc: AssetDoc): ReportRow
}

function placedAssetPage({ db, metadata, lists }: ReportParts, page: PlacedAssetPage): ReportPage {
  const { name, defaultType, sortPaths, toRow } = page
  const asRows = {
    lists,
    activeByDefault: true,
    defaultSort: BY_NAME,
    toRows: (docs: readonly AssetDoc[]) => docs.map(toRow),
  }
  const defaults = defaultType === undefined ? {} : { defaultType }
  return {
    name,
    page: `report/${name}`,
    filterUrl: page.filterUrl ?? reportUrl(name),
    describe: async () => ({
      label: name,
      columns: columnsNamed(...page.columns),
      defaultItems: defaultType === undefined ? [] : [{ AssetType: defaultType }],
    }),
    open: async (request) => {
      const rules = { fields: await metadata.criteriaFields(), sortPaths, ...defaults }
      const { criteria, assetConditions } = readReportCriteria(request.body, rules, request.now)
      const conditions = [...assetConditions.conditions, await onAnyMap(db)]
      return assetReader(asRows, request, criteria, { ...assetConditions, conditions })
    },
  }
}

/** Returns the address of the call that reads the rows of a report. */
export const reportUrl = (name: string): string => routes.readReport.path.slice(1).replace('{page}', name)

/**
 * Returns the condition that an asset is on a map. The condition names the maps, so that the index by map can count
 * the assets that meet a criterion.
 */
export async function onAnyMap(db: Database): Promise<CriteriaCondition> {
  const maps = await db.models.maps.find({}).select({ _id: 1 })
  return { path: 'CurrentLocation.mapId', test: { $in: maps.map(({ _id }) => _id) } }
}

/** Converts an asset to a row of a heat map. */
export const toDeviceRow = ({ AssetId, AssetType, Fields, CurrentLocation }: AssetDoc): DeviceRow => ({
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
