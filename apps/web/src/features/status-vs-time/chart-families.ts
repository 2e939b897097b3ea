import type { ChartMember, ChartPoint, MetaMapping } from '@wardtrack/contracts'
import { aliasesOf } from '../../lib/metadata.ts'
import { shortTime } from '../../lib/time.ts'
import type { ChartFigures, ChartStep } from '../../ui/chart/chart-figures.ts'
import {
  batteryLook,
  connectionLook,
  INFUSING,
  infusionLook,
  NOT_INFUSING,
  OFFLINE,
  ONLINE,
  SILENT,
  type Words,
  wifiLook,
} from '../../ui/state-looks.ts'
import { chartTime, timeAxis } from '../reports/index.ts'

/** One state of a family, as a band of its chart. */
export interface ChartBand {
  /** Member of a point that contains the count. */
  readonly member: ChartMember
  /** Stored value. */
  readonly stored: string
  readonly step: ChartStep
}

/** A family of mutually exclusive states, shown in one chart. The worst state comes first. */
export interface ChartFamily {
  readonly key: 'wifi' | 'battery' | 'connection' | 'infusion'
  /** Name in the metadata mapping. */
  readonly field: string
  /** Path of the stored value in filters. */
  readonly model: string
  readonly bands: readonly ChartBand[]
}

const bandsOf = (...bands: (readonly [ChartMember, string, ChartStep])[]): ChartBand[] =>
  bands.map(([member, stored, step]) => ({ member, stored, step }))

/** Families of the four charts. */
export const CHART_FAMILIES: readonly ChartFamily[] = [
  {
    key: 'wifi',
    field: 'WifiStrength',
    model: 'Fields.WifiStrength.Strength',
    bands: bandsOf(
      ['Wifi_1', 'BAR_ONE', 0],
      ['Wifi_2', 'BAR_TWO', 1],
      ['Wifi_3', 'BAR_THREE', 2],
      ['Wifi_4', 'BAR_FOUR', 3],
      ['Wifi_5', 'BAR_FIVE', 4],
    ),
  },
  {
    key: 'battery',
    field: 'BatteryLevel',
    model: 'Fields.BatteryLevel.Level',
    bands: bandsOf(
      ['Battery_1', 'LEVEL_1', 0],
      ['Battery_2', 'LEVEL_2', 1],
      ['Battery_3', 'LEVEL_3', 3],
      ['Battery_4', 'LEVEL_4', 4],
    ),
  },
  {
    key: 'connection',
    field: 'DeviceStatus',
    model: 'Fields.DeviceStatus',
    bands: bandsOf(['Offline', OFFLINE, 0], ['Silent', SILENT, 1], ['Online', ONLINE, 3]),
  },
  {
    key: 'infusion',
    field: 'InfusionStatus',
    model: 'Fields.InfusionStatus',
    bands: bandsOf(['NotInfusing', NOT_INFUSING, 2], ['Infusing', INFUSING, 4]),
  },
]

const looks: Readonly<
  Record<ChartFamily['key'], (stored: string, words: Words) => { word: string } | undefined>
> = {
  wifi: wifiLook,
  battery: batteryLook,
  connection: connectionLook,
  infusion: infusionLook,
}

/** Returns the hospital's name of a state. */
export const bandName = (
  { key, field }: ChartFamily,
  { stored }: ChartBand,
  mapping: MetaMapping | undefined,
): string => looks[key](stored, aliasesOf(mapping, 'Equipment').words(field))?.word ?? stored

/** Formats a period of the charts; a common day of both ends is named once. */
export function periodText(from: string | number, to: string | number): string {
  const begin = chartTime(from)
  const end = chartTime(to)
  const day = begin.slice(0, begin.indexOf(','))
  return `${begin} – ${end.startsWith(day) ? shortTime(to) : end}`
}

/** Returns the points for one chart; empty for a family that no asset reported. */
export function familyFigures(
  family: ChartFamily,
  points: readonly ChartPoint[],
  mapping: MetaMapping | undefined,
): ChartFigures {
  const isReported = points.some((point) => family.bands.some(({ member }) => point[member] > 0))
  const shown = isReported ? points : []
  return {
    ...timeAxis(shown),
    series: family.bands.map((band) => ({
      name: bandName(family, band, mapping),
      step: band.step,
      values: shown.map((point) => point[band.member]),
    })),
  }
}
