import type { Types } from '@wardtrack/database'
import { readCircumstances } from '@wardtrack/summaries'
import { readAssetTexts } from '../asset-texts.store.ts'
import { findMatchingAssets, type MatchingAssets } from '../matching-assets.ts'
import { ALERT_FIELDS } from '../own-fields.ts'
import { lastHours, readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportRequest, RowBatch } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { conditionsOn } from '../row-places.ts'
import { timedReader } from '../timed/timed-reader.ts'
import type { TimedSource } from '../timed/timed-source.ts'
import { ALERT_COLUMNS, ALERT_SORT_KEYS, type AlertEvent, toAlertRow } from './alert-rows.ts'

/** Query for rows of alerts: the assets and the places. */
export type AlertQuestion = {
  request: ReportRequest
  assets: MatchingAssets
  places: ReturnType<typeof conditionsOn>
}

type AlertPage = Pick<ReportPage, 'name' | 'aliases' | 'filterUrl' | 'waitsForUser'> & {
  label: string
  /** rows lie in the default period when the criteria name none */
  hasDefaultPeriod?: true
  sourcesOf(question: AlertQuestion): Promise<TimedSource[]>
}

/** Creates a page whose rows are events of assets. */
export function alertPage(parts: ReportParts, page: AlertPage): ReportPage {
  const { label, hasDefaultPeriod, sourcesOf, ...members } = page
  return {
    ...members,
    page: `report/${page.name}`,
    ownFields: ALERT_FIELDS,
    describe: async ({ now }) => ({
      label,
      columns: ALERT_COLUMNS,
      defaultItems: hasDefaultPeriod ? [lastHours(now)] : [],
    }),
    open: async (request) => {
      const rules = {
        fields: await parts.metadata.criteriaFields(),
        ownFields: ALERT_FIELDS,
        sortKeys: ALERT_SORT_KEYS,
        rowTime: hasDefaultPeriod ? ('default' as const) : ('any' as const),
      }
      const read = readReportCriteria(request.body, rules, request.now)
      const { criteria, assetConditions, reportConditions, period, sort } = read
      const assets = await findMatchingAssets(parts, request.actor, assetConditions)
      const sources = await sourcesOf({ request, assets, places: conditionsOn(reportConditions, 'A') })
      return timedReader({ criteria, sources, period, sort })
    },
  }
}

/**
 * Creates the rows of events.
 * @param assetOf returns the asset of an event
 */
export async function alertRows<D>(
  parts: ReportParts,
  docs: readonly D[],
  assetOf: (doc: D) => Types.ObjectId,
  toEvent: (doc: D) => AlertEvent,
): Promise<RowBatch> {
  const events = docs.map((doc) => ({ event: toEvent(doc), asset: assetOf(doc) }))
  const moments = events.map(({ asset, event: { time, eventTime = time } }) => ({ asset, time: eventTime }))
  const [texts, circumstances] = await Promise.all([
    readAssetTexts(
      parts,
      events.map(({ asset }) => asset),
    ),
    readCircumstances(parts.db, moments),
  ])
  return {
    rows: events.map(({ event, asset }, index) =>
      toAlertRow(event, texts.get(asset.toHexString()), circumstances[index]),
    ),
    shownAssets: events.map(({ event: { AssetType }, asset: _id }) => ({ _id, AssetType })),
  }
}

/** Returns the condition on the asset type of an event; empty when every type matches. */
export const typeClause = ({ types, isEveryType }: MatchingAssets): Record<string, unknown> =>
  isEveryType ? {} : { AssetType: types.length === 1 ? types[0] : { $in: types } }
