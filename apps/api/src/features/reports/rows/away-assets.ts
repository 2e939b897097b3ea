import type { AwayRow, Levels, Sort } from '@wardtrack/contracts'
import {
  type AssetDoc,
  type Database,
  madeOnce,
  type PlacePaths,
  type PlaceReference,
  type StoredDocument,
  type Types,
  visitStored,
} from '@wardtrack/database'
import type { AssetFilter } from '../../assets/index.ts'
import { type Period, readReportCriteria } from '../report-criteria.ts'
import type { PageOf, ReaderOf, ReportParts, ReportRequest } from '../report-page.ts'
import { conditionsOn } from '../row-places.ts'
import { placeText, sortRows, textOf } from '../row-texts.ts'

const BY_ID: readonly Sort[] = [{ sortField: 'AssetId', sortDirection: 1 }]
const BATCH_SIZE = 100
const SORT_PATHS = {
  AssetName: 'Fields.AssetName',
  CurrentLocation: 'CurrentLocation.fullPath',
  HomeLocation: 'HomeLocation.fullPath',
}

/** Creates the report of assets away from their home location. */
export const movementVsTimePage = (parts: ReportParts): PageOf<'movement-vs-time'> => ({
  open: (request) => openAwayAssets(parts, request),
})

async function openAwayAssets(
  parts: ReportParts,
  request: ReportRequest,
): Promise<ReaderOf<'movement-vs-time'>> {
  const { criteria, assetConditions, reportConditions, period } = await readReportCriteria(
    parts,
    'movement-vs-time',
    request,
    { sortPaths: SORT_PATHS },
  )
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
  const listing = { actor: request.actor, activeByDefault: true }
  const idsInOrder = async (): Promise<Types.ObjectId[]> => {
    const away = await arrivedWithin(
      parts,
      await findAway(parts, await parts.lists.filterOf(conditions, listing)),
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
    const paths = await parts.places.paths()
    const rows = docs.map((doc) => toAwayRow(doc, arrivals.get(doc._id.toHexString()), paths))
    return { rows, shownAssets: docs }
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

function toAwayRow(doc: AssetDoc, arrival: Date | undefined, paths: PlacePaths): AwayRow {
  const { AssetId, AssetType, Fields, CurrentLocation, HomeLocation } = doc
  const textAt = (place: PlaceReference | undefined): string => (place ? placeText(paths.pathOf(place)) : '')
  const [from, to] = [textAt(HomeLocation), textAt(CurrentLocation)]
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

/** Assets whose last visit is looked up concurrently. */
const VISITS_AT_A_TIME = 50

const PLACED_FIELDS = {
  AssetType: 1,
  AssetId: 1,
  'CurrentLocation.hierarchyId': 1,
  'CurrentLocation.fullPath': 1,
  'CurrentLocation.since': 1,
  'HomeLocation.hierarchyId': 1,
  'HomeLocation.fullPath': 1,
} as const
/**
 * Asset away from its home location. `since`: arrival at the current place, undefined when only its visits hold the
 * time.
 */
type AwayAsset = { id: Types.ObjectId; AssetType: string; AssetId: string; since: Date | undefined }

/** Finds the assets of a filter that are away from home. Assets without a place are skipped. */
async function findAway({ db, places }: ReportParts, filter: AssetFilter): Promise<AwayAsset[]> {
  const away: AwayAsset[] = []
  const paths = await places.paths()
  const levelsAt = madeOnce((fullPath) => fullPath as Levels)
  const textAt = madeOnce(textOf)
  const placeAt = (doc: StoredDocument, member: string): Levels | undefined => {
    const fullPath = levelsAt(doc, member, 'fullPath')
    return fullPath && paths.pathOf({ hierarchyId: textAt(doc, member, 'hierarchyId'), fullPath })
  }
  await visitStored(db, 'assets', { filter, projection: PLACED_FIELDS }, (doc) => {
    const home = placeAt(doc, 'HomeLocation')
    const current = placeAt(doc, 'CurrentLocation')
    if (!home || !current || !differs(home, current)) return
    away.push({
      id: doc.id,
      AssetType: textAt(doc, 'AssetType') ?? '',
      AssetId: textOf(doc.value('AssetId')),
      since: doc.value('CurrentLocation', 'since') as Date | undefined,
    })
  })
  return away
}

/** Returns true if a place is outside the levels of a home; equal paths are the same object. */
const differs = (home: Levels, current: Levels): boolean =>
  home !== current && Object.entries(home).some(([level, name]) => current[level] !== name)

/** Asset with its place, as far as needed for the arrival time. */
type Arrived = { id: Types.ObjectId; since: Date | undefined }

/**
 * Reads when assets arrived at their current place, by hexadecimal id; assets never seen are left out. The asset's
 * place holds the time, unless history is still being evaluated; then its visits do.
 */
async function readArrivals(
  { models }: Database,
  assets: readonly Arrived[],
): Promise<ReadonlyMap<string, Date>> {
  const arrivals = new Map(assets.flatMap(({ id, since }) => (since ? [[id.toHexString(), since]] : [])))
  const unknown = assets.filter(({ since }) => !since).map(({ id }) => id)
  for (let start = 0; start < unknown.length; start += VISITS_AT_A_TIME) {
    const group = unknown.slice(start, start + VISITS_AT_A_TIME)
    // One query per asset: the index of visits by asset ends each query at its first entry.
    const visits = await Promise.all(
      group.map(async (asset) =>
        models.visits.find({ asset }).select({ from: 1 }).sort({ from: -1 }).limit(1),
      ),
    )
    for (const [index, [visit]] of visits.entries()) {
      const id = group[index]
      if (visit && id) arrivals.set(id.toHexString(), visit.from)
    }
  }
  return arrivals
}
