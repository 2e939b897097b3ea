import { type IdleAssetRow, messages, type ReportRow, type Sort } from '@wardtrack/contracts'
import type { AssetDoc, CriteriaCondition, ReadCriteria } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import { DAYS, DAYS_FIELDS } from '../own-fields.ts'
import { readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { chosenLevel } from '../row-places.ts'
import { placeText, textOf } from '../row-texts.ts'
import { sortRows } from '../sort-rows.ts'
import { assetReader, columnsNamed } from './asset-rows.ts'
import { type Rest, readIdleGroups } from './idle-groups.ts'
import { reportUrl } from './placed-asset-pages.ts'

const EQUIPMENT = 'Equipment'
const SINCE = 'CurrentLocation.since'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MAX_DAYS = 366
const LONGEST_FIRST: readonly Sort[] = [{ sortField: 'moment', sortDirection: 1 }]
const SORT_PATHS = {
  AssetName: 'Fields.AssetName',
  SerialNo: 'Fields.SerialNo',
  Category: 'Fields.PrimaryCategory',
  Location: 'CurrentLocation.fullPath',
  arrivedAt: 'CurrentLocation.since',
  seenAt: 'CurrentLocation.time',
}
const COLUMNS = [
  ...columnsNamed('AssetId', 'AssetType', 'AssetName', 'Category', 'SerialNo', 'Location'),
  { key: 'arrivedAt', label: 'At this place since' },
  { key: 'seenAt', label: 'Last seen' },
  { key: 'Days', label: 'Days' },
]

/** Page of assets at rest for a number of days. */
type IdlePage = {
  name: string
  /** default number of days */
  days: number
  /** returns the moment since which an asset rests */
  momentOf(rest: Rest): Date
  /** conditions besides arrival at the place before that moment */
  conditions(before: Date): CriteriaCondition[]
  defaultSort: Sort
  /** member that groups the counts */
  groupedBy: 'category' | 'place'
}

const UNMOVED: IdlePage = {
  name: 'unmoved',
  days: 7,
  momentOf: ({ since, time }) => since ?? time,
  conditions: () => [],
  defaultSort: { sortField: 'CurrentLocation.since', sortDirection: 1 },
  groupedBy: 'category',
}
const NOT_SEEN: IdlePage = {
  name: 'not-seen',
  days: 3,
  momentOf: ({ time }) => time,
  conditions: (before) => [{ path: 'CurrentLocation.time', test: { $lte: before } }],
  defaultSort: { sortField: 'CurrentLocation.time', sortDirection: 1 },
  groupedBy: 'place',
}

/** Creates the reports of assets that have not moved, or were not seen, for days. */
export const idleAssetPages = (parts: ReportParts): ReportPage[] =>
  [UNMOVED, NOT_SEEN].map((page) => ({
    name: page.name,
    page: `report/${page.name}`,
    filterUrl: reportUrl(page.name),
    ownFields: DAYS_FIELDS,
    describe: async () => ({
      label: page.name,
      columns: COLUMNS,
      defaultItems: [{ AssetType: EQUIPMENT }, { [DAYS]: page.days }],
    }),
    open: (request) => openIdleAssets(parts, page, request),
  }))

/**
 * Opens a page of assets at rest. An asset unseen for days arrived at its place even earlier, so both pages read the
 * index of arrival times. Positions do not update this index.
 */
async function openIdleAssets(
  { db, lists, metadata }: ReportParts,
  page: IdlePage,
  request: ReportRequest,
): Promise<ReportReader> {
  const { actor, body, now } = request
  const rules = {
    fields: await metadata.criteriaFields(),
    ownFields: DAYS_FIELDS,
    sortPaths: SORT_PATHS,
    defaultType: EQUIPMENT,
  }
  const { criteria, assetConditions, reportConditions } = readReportCriteria(body, rules, now)
  const days = daysOf(reportConditions) ?? page.days
  const depth = chosenLevel(body)
  // Whole minutes let totals of the same list be cached.
  const before = new Date(Math.floor((now.getTime() - days * DAY_MS) / MINUTE_MS) * MINUTE_MS)
  const conditions: ReadCriteria = {
    ...assetConditions,
    conditions: [
      ...assetConditions.conditions,
      { path: SINCE, test: { $lte: before } },
      ...page.conditions(before),
    ],
  }
  const toRows = (docs: readonly AssetDoc[]): ReportRow[] =>
    docs.flatMap((doc) => toIdleAssetRow(doc, page, now) ?? [])
  const asRows = { lists, activeByDefault: true, defaultSort: [page.defaultSort], toRows }
  const reader = assetReader(asRows, request, criteria, conditions)
  return {
    ...reader,
    page: async (range) => {
      const filter = await lists.filterOf({ ...conditions, sort: [] }, { actor, activeByDefault: true })
      const { assets, ...groups } = await readIdleGroups(db, filter, { ...page, days, depth, now })
      const more = { days, ...groups }
      if (conditions.sort.length > 0) return { ...(await reader.page(range)), more }
      // All assets are already in memory; the longest rest comes first.
      const inOrder = sortRows(assets, LONGEST_FIRST)
      const docs = await lists.read(inOrder.slice(range.skip, range.skip + range.size).map(({ id }) => id))
      return { rows: toRows(docs), shownAssets: docs, total: assets.length, more }
    },
  }
}

/** Reads the number of days from the criteria; undefined when there is none. @throws ApiError 400 */
function daysOf(reportConditions: readonly CriteriaCondition[]): number | undefined {
  const daysCondition = reportConditions.find(({ path }) => path === DAYS)
  if (!daysCondition) return undefined
  const { $eq: single, $in: several } = daysCondition.test as { $eq?: unknown; $in?: readonly unknown[] }
  const value = several?.length === 1 ? several[0] : single
  const text = typeof value === 'number' ? String(value) : value
  const days = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days < 1 || days > MAX_DAYS) throw invalidMember(DAYS, messages.reportDaysNeeded)
  return days
}

function toIdleAssetRow(doc: AssetDoc, page: IdlePage, now: Date): IdleAssetRow | undefined {
  const { AssetId, AssetType, Fields, CurrentLocation } = doc
  if (!CurrentLocation) return undefined
  const { fullPath, mapId, since, time } = CurrentLocation
  return {
    AssetId,
    AssetType,
    AssetName: textOf(Fields['AssetName']),
    Category: textOf(Fields['PrimaryCategory']),
    SerialNo: textOf(Fields['SerialNo']),
    Location: placeText(fullPath),
    mapId,
    arrivedAt: (since ?? time).toISOString(),
    seenAt: time.toISOString(),
    Days: Math.floor((now.getTime() - page.momentOf(CurrentLocation).getTime()) / DAY_MS),
  }
}
