import type { AlertRow } from '@wardtrack/contracts'
import type { Types } from '@wardtrack/database'
import { type Circumstances, readCircumstances } from '@wardtrack/summaries'
import {
  type AssetTexts,
  findMatchingAssets,
  type MatchingAssets,
  readAssetTexts,
} from '../report-assets.store.ts'
import { readReportCriteria } from '../report-criteria.ts'
import type { PageOf, ReportParts, ReportRequest, RowBatch } from '../report-page.ts'
import { conditionsOn } from '../row-places.ts'
import { timedReader } from '../timed/timed-reader.ts'
import type { TimedSource } from '../timed/timed-source.ts'

/** Query for rows of alerts: the assets and the places. */
export type AlertQuestion = {
  request: ReportRequest
  assets: MatchingAssets
  places: ReturnType<typeof conditionsOn>
}

/** Report whose rows are events of assets. */
type AlertReport = 'rtls-alert' | 'rtls-alarm' | 'mednet-alarm'

/**
 * Creates a page whose rows are events of assets.
 * @param sourcesOf returns the sources of the events
 */
export const alertPage = (
  parts: ReportParts,
  name: AlertReport,
  sourcesOf: (question: AlertQuestion) => Promise<TimedSource<AlertRow>[]>,
): PageOf<AlertReport> => ({
  open: async (request) => {
    const read = await readReportCriteria(parts, name, request, {})
    const { criteria, assetConditions, reportConditions, period, sort } = read
    const assets = await findMatchingAssets(parts, request.actor, assetConditions)
    const sources = await sourcesOf({ request, assets, places: conditionsOn(reportConditions, 'A') })
    return timedReader({ criteria, sources, period, sort })
  },
})

/**
 * Creates the rows of events.
 * @param assetOf returns the asset of an event
 */
export async function alertRows<D>(
  parts: ReportParts,
  docs: readonly D[],
  assetOf: (doc: D) => Types.ObjectId,
  toEvent: (doc: D) => AlertEvent,
): Promise<RowBatch<AlertRow>> {
  const events = docs.map((doc) => ({ event: toEvent(doc), asset: assetOf(doc) }))
  const moments = events.map(({ asset, event: { time } }) => ({ asset, time }))
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

/**
 * Members of an alert that do not depend on the asset's current state. Place and battery were stored with the alert.
 */
export type AlertEvent = Pick<AlertRow, 'id' | 'Location' | 'Status' | 'Battery' | 'Event'> & {
  AssetType: string
  AssetId?: string
  time: Date
  /** true when the event has its own place, which is more accurate than history */
  hasOwnPlace?: true
  clearedAt?: Date | undefined
  priority?: string | undefined
}

/**
 * Creates the row of an event of an asset.
 * @param asset undefined when the asset is deleted
 * @param then data from history at the time of the event
 */
function toAlertRow(event: AlertEvent, asset: AssetTexts | undefined, then: Circumstances = {}): AlertRow {
  const { id, AssetType, Location, Status, Battery, Event, time, clearedAt, priority } = event
  return {
    id,
    AssetId: asset?.AssetId ?? event.AssetId ?? '',
    Name: asset?.AssetName ?? '',
    SerialNo: asset?.SerialNo ?? '',
    Location: event.hasOwnPlace ? Location : (then.Location ?? Location),
    Category: asset?.PrimaryCategory ?? '',
    Type: AssetType,
    Status,
    Battery: then.Battery ?? Battery,
    AssetType,
    Event,
    createdAt: time.toISOString(),
    ...(clearedAt ? { clearedAt: clearedAt.toISOString() } : {}),
    ...(priority === undefined ? {} : { priority }),
  }
}
