import { z } from 'zod'
import { SILENT, type STATE_FIELDS } from './asset-movement.ts'
import { externalId, iso } from './common.ts'

/**
 * Families of the chart of states over time: the metadata name of each field, and its values (option codes) by member
 * of a point.
 */
export const STATE_FAMILIES = {
  WiFi: {
    field: 'WifiStrength',
    values: {
      Wifi_1: 'BAR_ONE',
      Wifi_2: 'BAR_TWO',
      Wifi_3: 'BAR_THREE',
      Wifi_4: 'BAR_FOUR',
      Wifi_5: 'BAR_FIVE',
    },
  },
  Battery: {
    field: 'BatteryLevel',
    values: { Battery_1: 'LEVEL_1', Battery_2: 'LEVEL_2', Battery_3: 'LEVEL_3', Battery_4: 'LEVEL_4' },
  },
  Connection: {
    field: 'DeviceStatus',
    values: { Online: 'comm-status-online', Offline: 'comm-status-offline', Silent: SILENT },
  },
  Infusion: {
    field: 'InfusionStatus',
    values: { Infusing: 'pump-status-infusing', NotInfusing: 'pump-status--not-infusing' },
  },
} as const satisfies Record<
  string,
  { field: (typeof STATE_FIELDS)[number]; values: Readonly<Record<string, string>> }
>

/** Counted members of a point, in the order of the families. */
export const CHART_MEMBERS = [
  'Wifi_1',
  'Wifi_2',
  'Wifi_3',
  'Wifi_4',
  'Wifi_5',
  'Battery_1',
  'Battery_2',
  'Battery_3',
  'Battery_4',
  'Online',
  'Offline',
  'Silent',
  'Infusing',
  'NotInfusing',
] as const
/** One of {@link CHART_MEMBERS}. */
export type ChartMember = (typeof CHART_MEMBERS)[number]

const counts = Object.fromEntries(CHART_MEMBERS.map((member) => [member, z.number()])) as Record<
  ChartMember,
  z.ZodNumber
>
/**
 * Numbers of assets with each value at the end of a bucket, which begins at `createdAt`. Each asset is counted at
 * most once per family, and not if it never reported one of its values.
 */
export const chartPoint = z.object({ createdAt: iso, ...counts })

/** An asset behind a band of the chart, with its current name and place. Missing texts are `''`. */
export const chartAsset = z.object({
  AssetId: externalId,
  AssetType: z.string(),
  Name: z.string(),
  SerialNo: z.string(),
  Category: z.string(),
  /** names of the levels, joined with `>` */
  Location: z.string(),
  /** time when it first reported the state */
  since: iso,
})

/** {@link chartPoint} */
export type ChartPoint = z.output<typeof chartPoint>
/** {@link chartAsset} */
export type ChartAsset = z.output<typeof chartAsset>
