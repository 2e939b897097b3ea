import type { Random } from '../random.ts'
import { batteryLevel, type DeviceState, wifiBars } from './device-state.ts'
import type { FeedItem } from './feed-item.ts'
import type { TrackedAsset } from './world.types.ts'

const ALARMS = [
  { code: 'OCC-DOWN', text: 'Downstream occlusion', priority: 'High' },
  { code: 'AIR-LINE', text: 'Air in line', priority: 'High' },
  { code: 'NEAR-END', text: 'Infusion near end', priority: 'Medium' },
  { code: 'DOOR-OPEN', text: 'Door open', priority: 'Low' },
] as const
const BATTERY_ALARM = { code: 'BATT-LOW', text: 'Battery low', priority: 'Medium' } as const

/** Share of alarms among a pump's reports, and among those of a nearly empty battery. */
const ALARM_SHARE = 0.004
const BATTERY_ALARM_SHARE = 0.05

function alarmOf(device: DeviceState, random: Random) {
  if (device.charge < 0.1 && random.chance(BATTERY_ALARM_SHARE)) return BATTERY_ALARM
  return device.infusing && random.chance(ALARM_SHARE) ? random.pick(ALARMS) : undefined
}

function infusion(device: DeviceState): Record<string, unknown> {
  if (!device.infuses) return {}
  return {
    InfusionStatus: device.infusing ? 'pump-status-infusing' : 'pump-status--not-infusing',
    VolumeInfused: Math.round(device.volume * 10) / 10,
  }
}

/** Returns a device's report of its state. A disconnected device is reported by its server only as offline. */
export function deviceReport(device: DeviceState, signal: number, random: Random): Record<string, unknown> {
  if (!device.online) return { DeviceStatus: 'comm-status-offline' }
  const alarm = alarmOf(device, random)
  return {
    DeviceStatus: 'comm-status-online',
    WifiStrength: wifiBars(signal + random.bell() * 0.03),
    BatteryLevel: batteryLevel(device.charge),
    ...infusion(device),
    ...(alarm ? { alarm } : {}),
  }
}

/** Returns a device's report as an item of the feed. */
export function statusEvent(
  tracked: TrackedAsset,
  device: DeviceState,
  signal: number,
  mapId: string,
  random: Random,
): FeedItem {
  const { asset } = tracked
  const subject = random.chance(0.3)
    ? { deviceId: asset.AssetId }
    : { AssetType: asset.AssetType, AssetId: asset.AssetId }
  return { lane: 'device-status', mapId, body: { ...subject, ...deviceReport(device, signal, random) } }
}
