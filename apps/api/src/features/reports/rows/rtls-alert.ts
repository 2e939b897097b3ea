import { routes } from '@wardtrack/contracts'
import type { GeofenceAlertDoc, RuleFiringDoc } from '@wardtrack/database'
import { alertQuery } from '@wardtrack/patient-rule'
import { readReader } from '../../notifications/index.ts'
import type { ReportPage } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { placeTexts, storeClause } from '../row-places.ts'
import { placeText } from '../row-texts.ts'
import { fullDocuments, type TimedSource, timedSource } from '../timed/timed-source.ts'
import { type AlertQuestion, alertPage, alertRows, typeClause } from './alert-page.ts'
import type { AlertEvent } from './alert-rows.ts'

/** Creates the report of geofence alerts and rule firings, newest first. Users see only firings that notify them. */
export const rtlsAlertPage = (parts: ReportParts): ReportPage =>
  alertPage(parts, {
    name: 'rtls-alert',
    aliases: ['alert'],
    label: 'Alert Report',
    filterUrl: routes.getAlertReport.path.slice(1),
    waitsForUser: true,
    sourcesOf: async (question) => [geofenceAlerts(parts, question), await ruleFirings(parts, question)],
  })

function geofenceAlerts(parts: ReportParts, { request, assets, places }: AlertQuestion): TimedSource {
  const clauses = places.map(({ path, test }) => storeClause(`location.${path}`, test))
  return timedSource({
    // driver: the filter is made of criteria, and pages and files of rows are a measured path
    docs: fullDocuments(parts.db.driver.geofenceAlerts),
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

async function ruleFirings(
  parts: ReportParts,
  { request, assets, places }: AlertQuestion,
): Promise<TimedSource> {
  const texts = await placeTexts(places, parts.places)
  const reader = await readReader(parts.db, request.actor)
  return timedSource({
    // driver: as above
    docs: fullDocuments(parts.db.driver.ruleFirings),
    filter: {
      ...typeClause(assets),
      ...reader.filter,
      ...(assets.ids ? { asset: { $in: assets.ids } } : {}),
      ...(texts ? { place: { $in: texts } } : {}),
    },
    timePath: 'createdAt',
    timeOf: ({ createdAt }) => createdAt,
    toRows: (docs) => alertRows(parts, docs, ({ asset }) => asset, firingEvent),
  })
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
  eventTime: doc.eventTime,
  hasOwnPlace: true,
})

function firingEvent(doc: RuleFiringDoc): AlertEvent {
  const { _id: id, AssetType, AssetId, place, Battery, Name, field, value = '', createdAt, eventTime } = doc
  return {
    id,
    AssetType,
    AssetId,
    Location: place,
    Battery,
    Status: 'raised',
    Event: `${Name}: ${[field, value].filter((part) => part !== '').join(' ')}`,
    time: createdAt,
    eventTime,
  }
}
