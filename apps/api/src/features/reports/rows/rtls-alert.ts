import { routes } from '@wardtrack/contracts'
import type { GeofenceAlertDoc, NotificationDoc, NotifiedAsset } from '@wardtrack/database'
import { alertQuery } from '@wardtrack/patient-rule'
import { readReader } from '../../notifications/index.ts'
import type { ReportPage, RowBatch } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { placeTexts, storeClause } from '../row-places.ts'
import { placeText } from '../row-texts.ts'
import { type TimedSource, timedSource, wholeDocs } from '../timed/timed-source.ts'
import { type AlertQuestion, alertPage, alertRows, typeClause } from './alert-page.ts'
import type { AlertEvent } from './alert-rows.ts'

/** Alerts of geofences and what rules noticed, newest first. Of notifications everybody reads those that they are told of. */
export const rtlsAlertPage = (parts: ReportParts): ReportPage =>
  alertPage(parts, {
    name: 'rtls-alert',
    aliases: ['alert'],
    label: 'Alert Report',
    filterUrl: routes.getAlertReport.path.slice(1),
    waitsForUser: true,
    sourcesOf: async (question) => [
      geofenceAlerts(parts, question),
      await ruleNotifications(parts, question),
    ],
  })

function geofenceAlerts(parts: ReportParts, { request, assets, places }: AlertQuestion): TimedSource {
  const clauses = places.map(({ path, test }) => storeClause(`location.${path}`, test))
  return timedSource({
    // driver: the filter is made of criteria, and pages and files of rows are a measured path
    docs: wholeDocs(parts.db.driver.geofenceAlerts),
    filter: {
      ...typeClause(assets),
      ...alertQuery(request.actor),
      ...(assets.ids ? { asset: { $in: assets.ids } } : {}),
      ...(clauses.length > 0 ? { $and: clauses } : {}),
    },
    timePath: 'createdAt',
    timeOf: ({ createdAt }) => createdAt,
    toRows: (docs) => alertRows(parts, docs, ({ asset }) => asset, geofenceEvent),
  })
}

async function ruleNotifications(
  parts: ReportParts,
  { request, assets, places }: AlertQuestion,
): Promise<TimedSource> {
  const texts = await placeTexts(places, parts.places)
  const reader = await readReader(parts.db, request.actor)
  const about = {
    ...(assets.ids ? { asset: { $in: assets.ids } } : {}),
    ...(texts ? { place: { $in: texts } } : {}),
  }
  const ids = assets.ids && new Set(assets.ids.map((id) => id.toHexString()))
  const isMeant = ({ asset, place }: NotifiedAsset): boolean =>
    (!ids || ids.has(asset.toHexString())) && (!texts || texts.includes(place))
  return timedSource({
    // driver: as above
    docs: wholeDocs(parts.db.driver.notifications),
    filter: {
      ...typeClause(assets),
      ...reader.filter,
      ...(Object.keys(about).length > 0 ? { entries: { $elemMatch: about } } : {}),
    },
    timePath: 'createdAt',
    timeOf: ({ createdAt }) => createdAt,
    toRows: (docs) => notificationRows(parts, docs, isMeant),
  })
}

/** Many at once are one notification: it is told of the first asset that is meant. */
function notificationRows(
  parts: ReportParts,
  docs: readonly NotificationDoc[],
  isMeant: (entry: NotifiedAsset) => boolean,
): Promise<RowBatch> {
  const shownEntries = docs.flatMap((doc) => {
    const entry = doc.entries.find(isMeant) ?? doc.entries[0]
    return entry ? [{ doc, entry }] : []
  })
  return alertRows(
    parts,
    shownEntries,
    ({ entry }) => entry.asset,
    ({ doc, entry }) => notificationEvent(doc, entry),
  )
}

const geofenceEvent = (doc: GeofenceAlertDoc): AlertEvent => ({
  id: doc._id,
  AssetType: doc.AssetType,
  AssetId: doc.AssetId,
  Location: placeText(doc.location.fullPath),
  Battery: doc.then.BatteryCode ?? doc.then.Battery ?? '',
  Status: doc.status,
  Event: `Geofence ${doc.kind}: ${doc.fence.Name}`,
  time: doc.createdAt,
})

function notificationEvent(doc: NotificationDoc, entry: NotifiedAsset): AlertEvent {
  const { _id: id, AssetType, Name, field, value = '', createdAt: time } = doc
  return {
    id,
    AssetType,
    AssetId: entry.AssetId,
    Location: entry.place,
    Battery: field === 'BatteryLevel' ? value : '',
    Status: 'raised',
    Event: `${Name}: ${[field, value].filter((part) => part !== '').join(' ')}`,
    time,
  }
}
