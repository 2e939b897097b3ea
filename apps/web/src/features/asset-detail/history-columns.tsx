import type { LocationRow, StatusRow } from '@wardtrack/contracts'
import type { ReactNode } from 'react'
import { translate } from '../../lib/i18n/i18n.ts'
import type { Aliases } from '../../lib/metadata.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { BatteryState, ConnectionState, InfusionState, WifiState } from '../../ui/states.tsx'
import { volumeText } from './field-values.ts'

/** Renders a state. A state that the event did not report is missing, neither offline nor unknown. */
const stateCell = (stored: string | null, state: (stored: string) => ReactNode): ReactNode =>
  stored === null ? MISSING : state(stored)

const time = (): DataColumn<StatusRow> => ({
  title: translate('asset-detail:column.time'),
  cell: (row) => dateTime(row.Time),
  onPhone: 'end',
})

const states = (aliases: Aliases): DataColumn<StatusRow>[] => [
  {
    title: translate('asset-detail:column.wifi'),
    cell: (row) =>
      stateCell(row['Wifi Strength'], (stored) => (
        <WifiState form="fold" stored={stored} words={aliases.words('WifiStrength')} />
      )),
  },
  {
    title: translate('asset-detail:column.connection'),
    cell: (row) =>
      stateCell(row['Connection Status'], (stored) => (
        <ConnectionState form="mark" stored={stored} words={aliases.words('DeviceStatus')} />
      )),
  },
  {
    title: translate('asset-detail:column.battery'),
    cell: (row) =>
      stateCell(row['Battery Level'], (stored) => (
        <BatteryState form="fold" stored={stored} words={aliases.words('BatteryLevel')} />
      )),
  },
  {
    title: translate('asset-detail:column.infusion'),
    cell: (row) =>
      stateCell(row['Infusion Status'], (stored) => (
        <InfusionState form="mark" stored={stored} words={aliases.words('InfusionStatus')} />
      )),
  },
]

/** Renders unit and room of a row, as on cards, with the full path as a tooltip. */
const placeCell = (row: LocationRow) => (
  <span title={pathText(row.fullPath)}>
    {placeOf(row.fullPath).place.replace(' · ', ' > ') || row.Location || MISSING}
  </span>
)

/** Returns the columns of the location history, in the specification's order. */
export const locationColumns = (aliases: Aliases): DataColumn<LocationRow>[] => [
  time(),
  { title: translate('asset-detail:column.location'), cell: placeCell, onPhone: 'main' },
  ...states(aliases).map((column): DataColumn<LocationRow> => ({ ...column, onPhone: 'hidden' })),
]

/** Returns the columns of the status history. */
export const statusColumns = (aliases: Aliases): DataColumn<StatusRow>[] => [
  { ...time(), onPhone: 'main' },
  ...states(aliases),
  { title: aliases.field('VolumeInfused'), cell: (row) => volumeText(row.VolumeInfused), onPhone: 'hidden' },
]
