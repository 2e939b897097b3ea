import { type AwayRow, routes, type Sort } from '@wardtrack/contracts'
import type { AssetDoc, Types } from '@wardtrack/database'
import { AWAY_FIELDS } from '../own-fields.ts'
import { type Period, readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { conditionsOn } from '../row-places.ts'
import { placeText, textOf } from '../row-texts.ts'
import { sortRows } from '../sort-rows.ts'
import { columnsNamed } from './asset-rows.ts'
import { type AwayAsset, findAway, readArrivals } from './away-assets.store.ts'

const NAME = 'movement-vs-time'
const EQUIPMENT = 'Equipment'
const BY_ID: readonly Sort[] = [{ sortField: 'AssetId', sortDirection: 1 }]
const BATCH_SIZE = 100
const SORT_PATHS = {
  AssetName: 'Fields.AssetName',
  CurrentLocation: 'CurrentLocation.fullPath',
  HomeLocation: 'HomeLocation.fullPath',
}

/** Creates the report of assets away from their home location. */
export function movementVsTimePage(parts: ReportParts): ReportPage {
  return {
    name: NAME,
    page: `report/${NAME}`,
    filterUrl: routes.movementVsTime.path.slice(1),
    ownFields: AWAY_FIELDS,
    describe: async () => ({
      label: NAME,
      columns: [
        ...columnsNamed('AssetId', 'AssetType', 'AssetName'),
        { key: 'CurrentLocation', label: 'Current Location' },
        { key: 'HomeLocation', label: 'Homed Location' },
      ],
      defaultItems: [{ AssetType: EQUIPMENT }],
    }),
    open: (request) => openAwayAssets(parts, request),
  }
}

async function openAwayAssets(
  parts: ReportParts,
  { actor, body, now }: ReportRequest,
): Promise<ReportReader> {
  const rules = {
    fields: await parts.metadata.criteriaFields(),
    ownFields: AWAY_FIELDS,
    sortPaths: SORT_PATHS,
    defaultType: EQUIPMENT,
    rowTime: 'any' as const,
  }
  const { criteria, assetConditions, reportConditions, period } = readReportCriteria(body, rules, now)
  const onPlaces = [
    ...conditionsOn(reportConditions, 'A').map((entry) => ({ ...entry, path: `HomeLocation.${entry.path}` })),
    ...conditionsOn(reportConditions, 'B').map((entry) => ({
      ...entry,
      path: `CurrentLocation.${entry.path}`,
    })),
    // Selects the index of assets with a home location.
    { path: 'HomeLocation.fullPath.Level_1', test: { $exists: true } },
  ]
  const conditions = { ...assetConditions, conditions: [...assetConditions.conditions, ...onPlaces] }
  const listing = { actor, activeByDefault: true }
  const idsInOrder = async (): Promise<Types.ObjectId[]> => {
    const away = await arrivedWithin(
      parts,
      await findAway(parts.db, await parts.lists.filterOf(conditions, listing)),
      period,
    )
    if (conditions.sort.length === 0) return sortRows(away, BY_ID).map(({ id }) => id)
    const isAway = new Set(away.map(({ id }) => id.toHexString()))
    const inOrder = await parts.lists.ids(conditions, listing, BY_ID)
    return inOrder.slice(0, inOrder.length).filter((id) => isAway.has(id.toHexString()))
  }
  const toBatch = async (ids: readonly Types.ObjectId[]) => {
    const docs = await parts.lists.read(ids)
    const arrivals = await readArrivals(
      parts.db,
      docs.map(({ _id: id, CurrentLocation }) => ({ id, since: CurrentLocation?.since })),
    )
    return { rows: docs.map((doc) => toAwayRow(doc, arrivals.get(doc._id.toHexString()))), shownAssets: docs }
  }
  return {
    criteria,
    page: async ({ skip, size }) => {
      const ids = await idsInOrder()
      return { ...(await toBatch(ids.slice(skip, skip + size))), total: ids.length }
    },
    batches: async function* batches() {
      const ids = await idsInOrder()
      for (let start = 0; start < ids.length; start += BATCH_SIZE)
        yield await toBatch(ids.slice(start, start + BATCH_SIZE))
    },
  }
}

/**
 * Returns the assets that arrived at their current place within a period. An unobserved arrival counts as earlier
 * than the period.
 */
async function arrivedWithin(
  { db }: ReportParts,
  assets: readonly AwayAsset[],
  { from, to }: Period,
): Promise<readonly AwayAsset[]> {
  if (!from && !to) return assets
  const arrivals = await readArrivals(db, assets)
  return assets.filter(({ id }) => {
    const arrival = arrivals.get(id.toHexString()) ?? new Date(0)
    return (!from || arrival >= from) && (!to || arrival < to)
  })
}

function toAwayRow(doc: AssetDoc, arrival: Date | undefined): AwayRow {
  const { AssetId, AssetType, Fields, CurrentLocation, HomeLocation } = doc
  const [from, to] = [placeText(HomeLocation?.fullPath), placeText(CurrentLocation?.fullPath)]
  return {
    AssetId,
    AssetType,
    AssetName: textOf(Fields['AssetName']),
    CurrentLocation: to,
    HomeLocation: from,
    from,
    to,
    createdAt: (arrival ?? CurrentLocation?.time ?? doc.updatedAt).toISOString(),
  }
}
