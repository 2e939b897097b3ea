import { findOwned, hourOfWeekIn, type OwnedPiece, readUtilisation } from '../../utilisation/index.ts'
import { controlMember } from '../body-members.ts'
import { closedPeriod, lastHours, readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { placeText, textOf } from '../row-texts.ts'
import { sortRows } from '../sort-rows.ts'
import { unitDepth } from '../unit-depth.ts'
import { columnsNamed } from './asset-rows.ts'
import { reportUrl } from './placed-asset-pages.ts'

const NAME = 'utilisation'
const EQUIPMENT = 'Equipment'
const DEFAULT_HOURS = 168
const COLUMNS = [
  ...columnsNamed('Category', 'Unit', 'Owned'),
  { key: 'InUse', label: 'In use %' },
  { key: 'Infusing', label: 'Infusing %' },
  { key: 'Moving', label: 'Moving %' },
  { key: 'Idle', label: 'Idle %' },
  { key: 'Peak', label: 'Most in use at once' },
  { key: 'NeverNeeded', label: 'Never needed at once' },
]
const SORT_KEYS = COLUMNS.map(({ key }) => key)
const MOST_USED_FIRST = [
  { sortField: 'InUse', sortDirection: -1 as const },
  { sortField: 'Category', sortDirection: 1 as const },
  { sortField: 'Unit', sortDirection: 1 as const },
]

/** How much of what is owned was in use, by category and unit. */
export const utilisationPage = (parts: ReportParts): ReportPage => ({
  name: NAME,
  page: `report/${NAME}`,
  filterUrl: reportUrl(NAME),
  describe: async ({ now }) => ({
    label: NAME,
    columns: COLUMNS,
    defaultItems: [{ AssetType: EQUIPMENT }, lastHours(now, DEFAULT_HOURS)],
  }),
  open: (request) => openUtilisation(parts, request),
})

async function openUtilisation(parts: ReportParts, request: ReportRequest): Promise<ReportReader> {
  const { actor, body, now } = request
  const rules = {
    fields: await parts.metadata.criteriaFields(),
    sortKeys: SORT_KEYS,
    defaultType: EQUIPMENT,
    rowTime: 'default' as const,
    defaultHours: DEFAULT_HOURS,
  }
  const { criteria, ofAssets, period, sort } = readReportCriteria(body, rules, now)
  const { from, to } = closedPeriod(period, now)
  const hourOfWeek = hourOfWeekIn(controlMember(body, 'timeZone'))
  const depth = await unitDepth(body, parts.places)
  const read = async () => {
    const filter = await parts.lists.filterOf({ ...ofAssets, sort: [] }, { actor, activeByDefault: true })
    const owned = await findOwned(parts.db, filter)
    const pieces = owned.map(({ _id, AssetType, Fields, HomeLocation, CurrentLocation }): OwnedPiece => {
      const place = HomeLocation?.fullPath ?? CurrentLocation?.fullPath
      return {
        asset: _id.toHexString(),
        AssetType,
        category: textOf(Fields['PrimaryCategory']),
        unit: placeText(place, depth),
      }
    })
    const end = Math.min(to.getTime(), now.getTime())
    const { rows, ...figures } = await readUtilisation(parts, {
      pieces,
      from: Math.min(from.getTime(), end),
      to: end,
      hourOfWeek,
    })
    return { rows: sortRows(rows, sort.length > 0 ? sort : MOST_USED_FIRST), figures }
  }
  return {
    criteria,
    // Counts of assets name none of them.
    page: async ({ skip, size }) => {
      const { rows, figures } = await read()
      return { rows: rows.slice(skip, skip + size), told: [], total: rows.length, more: figures }
    },
    batches: async function* batches() {
      yield { rows: (await read()).rows, told: [] }
    },
  }
}
