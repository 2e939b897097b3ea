import {
  type IdleAssetRow,
  type IdleGroup,
  type Levels,
  messages,
  REPORT_PAGES,
  type Sort,
} from '@wardtrack/contracts'
import {
  type AssetDoc,
  type CriteriaCondition,
  type Database,
  madeOnce,
  type ReadCriteria,
  type StoredDocument,
  type Types,
  visitStored,
} from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import type { AssetFilter } from '../../assets/index.ts'
import { readReportCriteria } from '../report-criteria.ts'
import { DAYS } from '../report-fields.ts'
import type { PageOf, ReaderOf, ReportParts, ReportRequest } from '../report-page.ts'
import { chosenLevel } from '../row-places.ts'
import { placeText, sortRows, textOf } from '../row-texts.ts'
import { assetReader } from './asset-rows.ts'

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
/** Page of assets at rest for a number of days. */
type IdlePage = {
  name: 'unmoved' | 'not-seen'
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
  momentOf: ({ since, time }) => since ?? time,
  conditions: () => [],
  defaultSort: { sortField: 'CurrentLocation.since', sortDirection: 1 },
  groupedBy: 'category',
}
const NOT_SEEN: IdlePage = {
  name: 'not-seen',
  momentOf: ({ time }) => time,
  conditions: (before) => [{ path: 'CurrentLocation.time', test: { $lte: before } }],
  defaultSort: { sortField: 'CurrentLocation.time', sortDirection: 1 },
  groupedBy: 'place',
}

/** Creates the report of assets that have not moved for days. */
export const unmovedPage = (parts: ReportParts): PageOf<'unmoved'> => ({
  open: (request) => openIdleAssets(parts, UNMOVED, request),
})
/** Creates the report of assets that were not seen for days. */
export const notSeenPage = (parts: ReportParts): PageOf<'not-seen'> => ({
  open: (request) => openIdleAssets(parts, NOT_SEEN, request),
})

/**
 * Opens a page of assets at rest. An asset unseen for days arrived at its place even earlier, so both pages read the
 * index of arrival times. Positions do not update this index.
 */
async function openIdleAssets(
  parts: ReportParts,
  page: IdlePage,
  request: ReportRequest,
): Promise<ReaderOf<'unmoved'>> {
  const { db, lists } = parts
  const { actor, body, now } = request
  const { criteria, assetConditions, reportConditions } = await readReportCriteria(
    parts,
    page.name,
    request,
    {
      sortPaths: SORT_PATHS,
    },
  )
  const days = daysOf(reportConditions) ?? REPORT_PAGES[page.name].days
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
  const toRows = (docs: readonly AssetDoc[]): IdleAssetRow[] =>
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

/** Steps of the duration: the requested number of days, twice and four times as many. */
const STEPS = [1, 2, 4] as const

/** Arrival of an asset at its place, undefined when unknown, and when it was last seen there. */
type Rest = { since?: Date | undefined; time: Date }
type Grouping = {
  groupedBy: 'category' | 'place'
  momentOf(rest: Rest): Date
  days: number
  /** number of place levels in the name of a group, all when omitted */
  depth: number | undefined
  now: Date
}

/** Counts of idle assets by group and duration, largest group first. `bounds` in days. */
type IdleGroups = { bounds: number[]; groups: IdleGroup[] }
/** Names of an asset, and the moment since which it rests, in milliseconds. */
type IdleAsset = { id: Types.ObjectId; AssetType: string; AssetId: string; moment: number }

const PLACE_FIELDS = { 'CurrentLocation.since': 1, 'CurrentLocation.time': 1, AssetType: 1, AssetId: 1 }
/** Fields that name groups. Type and id are needed to decrypt a sealed category. */
const GROUP_FIELDS = {
  category: { ...PLACE_FIELDS, 'Fields.PrimaryCategory': 1 },
  place: { ...PLACE_FIELDS, 'CurrentLocation.fullPath': 1 },
}

/** Reads the assets of a filter, and counts them by category or place and by duration of rest. */
async function readIdleGroups(
  db: Database,
  filter: AssetFilter,
  { groupedBy, momentOf, days, depth, now }: Grouping,
): Promise<IdleGroups & { assets: IdleAsset[] }> {
  const bounds = STEPS.map((step) => step * days)
  const byName = new Map<string, number[]>()
  const assets: IdleAsset[] = []
  const typeAt = madeOnce(textOf)
  const nameOf = groupNames(groupedBy, depth)
  await visitStored(db, 'assets', { filter, projection: GROUP_FIELDS[groupedBy] }, (asset) => {
    const time = asset.value('CurrentLocation', 'time') as Date | undefined
    if (!time) return
    const since = asset.value('CurrentLocation', 'since') as Date | undefined
    const moment = momentOf({ since, time }).getTime()
    const AssetType = typeAt(asset, 'AssetType') ?? ''
    assets.push({ id: asset.id, AssetType, AssetId: textOf(asset.value('AssetId')), moment })
    const name = nameOf(asset)
    const rested = (now.getTime() - moment) / DAY_MS
    const step = bounds.findLastIndex((bound) => rested >= bound)
    const counts = byName.get(name) ?? STEPS.map(() => 0)
    const place = Math.max(0, step)
    counts[place] = (counts[place] ?? 0) + 1
    byName.set(name, counts)
  })
  const groups = [...byName]
    .map(([name, counts]) => ({ name, counts }))
    .sort((a, b) => sum(b.counts) - sum(a.counts) || (a.name < b.name ? -1 : 1))
  return { bounds, groups, assets }
}

/** Creates a function that names groups. Thousands of assets share few names, so they are cached. */
function groupNames(
  groupedBy: Grouping['groupedBy'],
  depth: number | undefined,
): (asset: StoredDocument) => string {
  const categoryAt = madeOnce(textOf)
  const placeAt = madeOnce((fullPath) => placeText(fullPath as Levels, depth))
  return (asset) =>
    (groupedBy === 'category'
      ? categoryAt(asset, 'Fields', 'PrimaryCategory')
      : placeAt(asset, 'CurrentLocation', 'fullPath')) ?? ''
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
