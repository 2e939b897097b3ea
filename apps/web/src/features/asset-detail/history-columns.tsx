import type { LocationRow, StatusRow } from '@wardtrack/contracts'
import type { ReactNode } from 'react'
import type { Aliases } from '../../lib/metadata.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { BatteryState, ConnectionState, InfusionState, WifiState } from '../../ui/states.tsx'
import { volumeText } from './field-values.ts'

const STATES = ['Wifi Strength', 'Connection Status', 'Battery Level', 'Infusion Status'] as const

/** A row of an asset that reports no state at all, as a person's tag does: nothing to call offline. */
const reportsNothing = (row: StatusRow): boolean => STATES.every((name) => row[name] === null)

const shown = (row: StatusRow, state: ReactNode): ReactNode => (reportsNothing(row) ? MISSING : state)

const time: DataColumn<StatusRow> = { title: 'Time', cell: (row) => dateTime(row.Time), onPhone: 'end' }

const states = (aliases: Aliases): DataColumn<StatusRow>[] => [
  {
    title: 'Wifi Strength',
    cell: (row) =>
      shown(
        row,
        <WifiState form="fold" stored={row['Wifi Strength']} words={aliases.words('WifiStrength')} />,
      ),
  },
  {
    title: 'Connection Status',
    cell: (row) =>
      shown(
        row,
        <ConnectionState
          form="mark"
          stored={row['Connection Status']}
          words={aliases.words('DeviceStatus')}
        />,
      ),
  },
  {
    title: 'Battery Level',
    cell: (row) =>
      shown(
        row,
        <BatteryState form="fold" stored={row['Battery Level']} words={aliases.words('BatteryLevel')} />,
      ),
  },
  {
    title: 'Infusion Status',
    cell: (row) =>
      row['Infusion Status'] ? (
        <InfusionState form="mark" stored={row['Infusion Status']} words={aliases.words('InfusionStatus')} />
      ) : (
        MISSING
      ),
  },
]

/** Unit and room of a row, as the cards name them; the full path on hover. */
const placeCell = (row: LocationRow) => (
  <span title={pathText(row.fullPath)}>
    {placeOf(row.fullPath).place.replace(' · ', ' > ') || row.Location || MISSING}
  </span>
)

/** Columns of the location history, in the specification's order. */
export const locationColumns = (aliases: Aliases): DataColumn<LocationRow>[] => [
  time,
  { title: 'Location', cell: placeCell, onPhone: 'main' },
  ...states(aliases).map((column): DataColumn<LocationRow> => ({ ...column, onPhone: 'hidden' })),
]

/** Columns of the status history. */
export const statusColumns = (aliases: Aliases): DataColumn<StatusRow>[] => [
  { ...time, onPhone: 'main' },
  ...states(aliases),
  { title: aliases.field('VolumeInfused'), cell: (row) => volumeText(row.VolumeInfused), onPhone: 'hidden' },
]
