import { type AlertRow, SILENT } from '@wardtrack/contracts'
import type { DeviceAlarmDoc, GeofenceAlertDoc, RuleFiringDoc, StateStretchDoc } from '@wardtrack/database'
import { alertQuery } from '@wardtrack/patient-rule'
import { readReader } from '../../notifications/index.ts'
import type { PageOf, ReportParts } from '../report-page.ts'
import { placeTexts, storeClause } from '../row-places.ts'
import { placeText } from '../row-texts.ts'
import { fullDocuments, type TimedSource, timedSource } from '../timed/timed-source.ts'
import { type AlertEvent, type AlertQuestion, alertPage, alertRows, typeClause } from './alert-page.ts'

/** Creates the report of geofence alerts and rule firings, newest event first. Users see only firings that notify them. */
export const rtlsAlertPage = (parts: ReportParts): PageOf<'rtls-alert'> =>
  alertPage(parts, 'rtls-alert', async (question) => [
    geofenceAlerts(parts, question),
    await ruleFirings(parts, question),
  ])

function geofenceAlerts(
  parts: ReportParts,
  { request, assets, places }: AlertQuestion,
): TimedSource<AlertRow> {
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
    timePath: 'eventTime',
    timeOf: ({ eventTime }) => eventTime,
    toRows: (docs) => alertRows(parts, docs, ({ asset }) => asset, geofenceEvent),
  })
}

async function ruleFirings(
  parts: ReportParts,
  { request, assets, places }: AlertQuestion,
): Promise<TimedSource<AlertRow>> {
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
    timePath: 'eventTime',
    timeOf: ({ eventTime }) => eventTime,
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
  time: doc.eventTime,
  hasOwnPlace: true,
})

function firingEvent(doc: RuleFiringDoc): AlertEvent {
  const { _id: id, AssetType, AssetId, place, Battery, Name, field, value = '', eventTime } = doc
  return {
    id,
    AssetType,
    AssetId,
    Location: place,
    Battery,
    Status: 'raised',
    Event: `${Name}: ${[field, value].filter((part) => part !== '').join(' ')}`,
    time: eventTime,
  }
}

/** Labels of alarm conditions, by field; connections have none. */
const CONDITION_WORDS: Readonly<Record<string, string>> = { BatteryLevel: 'Battery', WifiStrength: 'WiFi' }

const connectionWord = (value: string): string => (value === SILENT ? 'Silent' : 'Offline')

/** Creates the report of device conditions: offline or silent, and battery or WiFi nearly gone. */
export const rtlsAlarmPage = (parts: ReportParts): PageOf<'rtls-alarm'> =>
  alertPage(parts, 'rtls-alarm', async ({ assets, places }) => {
    const texts = await placeTexts(places, parts.places)
    const source = timedSource({
      // driver: the filter is made of criteria, and pages and files of rows are a measured path
      docs: fullDocuments(parts.db.driver.stateStretches),
      filter: {
        ...typeClause(assets),
        ...(assets.ids ? { asset: { $in: assets.ids } } : {}),
        ...(texts ? { 'condition.Location': { $in: texts } } : {}),
      },
      timePath: 'condition.at',
      timeOf: ({ from }) => from,
      toRows: (docs) => alertRows(parts, docs, ({ asset }) => asset, conditionEvent),
    })
    return [source]
  })

/** Creates the report of alarms that devices sent. */
export const mednetAlarmPage = (parts: ReportParts): PageOf<'mednet-alarm'> =>
  alertPage(parts, 'mednet-alarm', async ({ assets: { types, ids }, places }) => {
    const texts = await placeTexts(places, parts.places)
    // One source per type: the index holds the alarms of a type in time order.
    return types.map((AssetType) =>
      timedSource({
        // driver: as above
        docs: fullDocuments(parts.db.driver.deviceAlarms),
        filter: {
          AssetType,
          ...(ids ? { asset: { $in: ids } } : {}),
          ...(texts ? { Location: { $in: texts } } : {}),
        },
        timePath: 'time',
        timeOf: ({ time }) => time,
        toRows: (docs) => alertRows(parts, docs, ({ asset }) => asset, alarmEvent),
      }),
    )
  })

function conditionEvent({ _id, AssetType, field, value, from, to, condition }: StateStretchDoc): AlertEvent {
  const word = CONDITION_WORDS[field]
  return {
    id: _id,
    AssetType,
    Location: condition?.Location ?? '',
    Battery: condition?.Battery ?? '',
    Status: to ? 'cleared' : 'active',
    Event: word === undefined ? connectionWord(value) : `${word} ${value}`,
    time: from,
    ...(to ? { clearedAt: to } : {}),
  }
}

const alarmEvent = ({ _id, AssetType, time, code, text, priority, ...then }: DeviceAlarmDoc): AlertEvent => ({
  id: _id,
  AssetType,
  Location: then.Location,
  Battery: then.Battery,
  Status: 'raised',
  Event: [code, text].filter((part) => part !== '').join(' '),
  time,
  priority,
})
