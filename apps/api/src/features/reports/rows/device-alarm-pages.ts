import { routes } from '@wardtrack/contracts'
import type { DeviceAlarmDoc, StateStretchDoc } from '@wardtrack/database'
import type { ReportPage } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { placeTexts } from '../row-places.ts'
import { fullDocuments, timedSource } from '../timed/timed-source.ts'
import { alertPage, alertRows, typeClause } from './alert-page.ts'
import type { AlertEvent } from './alert-rows.ts'
import { reportUrl } from './placed-asset-pages.ts'

/** Labels of alarm conditions, by field; the offline condition has none. */
const CONDITION_WORDS: Readonly<Record<string, string>> = { BatteryLevel: 'Battery', WifiStrength: 'WiFi' }

/** Creates the report of device conditions: offline, and battery or WiFi nearly gone. */
export const rtlsAlarmPage = (parts: ReportParts): ReportPage =>
  alertPage(parts, {
    name: 'rtls-alarm',
    aliases: ['alarm'],
    label: 'Alarm Report',
    filterUrl: routes.getAlarmReport.path.slice(1),
    waitsForUser: true,
    sourcesOf: async ({ assets, places }) => {
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
    },
  })

/** Creates the report of alarms that devices sent. */
export const mednetAlarmPage = (parts: ReportParts): ReportPage =>
  alertPage(parts, {
    name: 'mednet-alarm',
    label: 'mednet-alarm',
    filterUrl: reportUrl('mednet-alarm'),
    hasDefaultPeriod: true,
    sourcesOf: async ({ assets: { types, ids }, places }) => {
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
    },
  })

function conditionEvent({ _id, AssetType, field, value, from, to, condition }: StateStretchDoc): AlertEvent {
  const word = CONDITION_WORDS[field]
  return {
    id: _id,
    AssetType,
    Location: condition?.Location ?? '',
    Battery: condition?.Battery ?? '',
    Status: to ? 'cleared' : 'active',
    Event: word === undefined ? 'Offline' : `${word} ${value}`,
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
