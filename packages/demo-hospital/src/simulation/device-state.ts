import type { Random } from '../random.ts'
import { catalogueEntry } from '../registry/catalogue.ts'

/** State that a device reports. */
export interface DeviceState {
  readonly infuses: boolean
  /** From 0 empty to 1 full. */
  charge: number
  /** True if a nearly empty device was plugged in. */
  charging: boolean
  infusing: boolean
  /** Millilitres since the infusion began, and per hour. */
  volume: number
  flow: number
  secondsToChange: number
  online: boolean
  secondsToReturn: number
}

const FULL_TO_EMPTY_SECONDS = 6 * 3600
const EMPTY_TO_FULL_SECONDS = 3.5 * 3600
/** Charge below which a device is plugged in at any place, until it is full. */
const PLUGGED_BELOW = 0.06
/** Probability of being plugged in, by the use of the place. */
const PLUGGED_AT: Readonly<Record<string, number>> = { store: 0.85, bedside: 0.85 }
const PLUGGED_ELSEWHERE = 0.4
/** Probability per second that a device loses its network: about every three hours per device. */
const DROP_RATE = 1 / (3 * 3600)
/** Share of infusing devices at patients, which follows from the durations of infusions and pauses. */
const INFUSING_SHARE = 0.5
/**
 * Share of offline devices at any time, which follows from {@link DROP_RATE}, and the seconds that they are offline.
 */
const OFFLINE_SHARE = 0.04
const OFFLINE_SECONDS = [60, 900] as const
/** Seconds until the next infusion begins or the current one ends, in the middle of a day. */
const TO_CHANGE_SECONDS = [60, 4500] as const

/** True if a device is plugged in when put down at a place. @param use use of the place */
export const isPluggedAt = (use: string, random: Random): boolean =>
  random.chance(PLUGGED_AT[use] ?? PLUGGED_ELSEWHERE)

/** Returns the initial charge. Plugged-in devices are full; the charges of others are evenly distributed. */
function firstCharge(plugged: boolean, random: Random): number {
  const charge = random.between(PLUGGED_BELOW, 1)
  return plugged ? 1 : charge
}

function startInfusion(device: DeviceState, random: Random): void {
  device.infusing = true
  device.volume = 0
  device.flow = random.pick([5, 10, 21, 42, 63, 84, 100, 125])
  device.secondsToChange = random.between(900, 5400)
}

function stopInfusion(device: DeviceState, random: Random): void {
  device.infusing = false
  device.secondsToChange = random.between(900, 5400)
}

/** Creates a device in its state in the middle of a day. @param situation `linked`: at a patient */
export function newDevice(
  category: string,
  { linked, plugged }: { readonly linked: boolean; readonly plugged: boolean },
  random: Random,
): DeviceState {
  const infuses = catalogueEntry(category)?.infuses ?? false
  const device: DeviceState = {
    infuses,
    charge: firstCharge(plugged, random),
    charging: false,
    infusing: false,
    volume: 0,
    flow: 0,
    secondsToChange: 0,
    online: !random.chance(OFFLINE_SHARE),
    secondsToReturn: random.between(...OFFLINE_SECONDS),
  }
  if (infuses && random.chance(linked ? INFUSING_SHARE : 0.04)) {
    startInfusion(device, random)
    device.volume = random.between(5, 480)
  }
  device.secondsToChange = random.between(...TO_CHANGE_SECONDS)
  return device
}

/** Seconds that a battery lasts, and that charging takes. */
interface BatteryTimes {
  readonly lasts: number
  readonly charges: number
}

/** Advances the charge of a battery. @param times durations; by default those of the simulator */
export function advanceCharge(
  device: DeviceState,
  seconds: number,
  plugged: boolean,
  { lasts, charges }: BatteryTimes = { lasts: FULL_TO_EMPTY_SECONDS, charges: EMPTY_TO_FULL_SECONDS },
): void {
  device.charging = (device.charging || device.charge < PLUGGED_BELOW) && device.charge < 1
  const change = plugged || device.charging ? seconds / charges : -seconds / lasts
  device.charge = Math.min(1, Math.max(0.01, device.charge + change))
}

function advanceInfusion(device: DeviceState, seconds: number, linked: boolean, random: Random): void {
  if (!device.infuses) return
  if (device.infusing) device.volume += (device.flow * seconds) / 3600
  device.secondsToChange -= seconds
  if (device.secondsToChange > 0) return
  if (device.infusing) stopInfusion(device, random)
  else if (linked) startInfusion(device, random)
  else device.secondsToChange = random.between(1800, 7200)
}

/** Advances one device. Returns 'dropped' or 'returned' when its connection changed. */
export function advanceDevice(
  device: DeviceState,
  seconds: number,
  situation: { readonly plugged: boolean; readonly linked: boolean },
  random: Random,
): 'dropped' | 'returned' | undefined {
  advanceCharge(device, seconds, situation.plugged)
  advanceInfusion(device, seconds, situation.linked, random)
  if (!device.online) {
    device.secondsToReturn -= seconds
    if (device.secondsToReturn > 0) return undefined
    device.online = true
    return 'returned'
  }
  if (!random.chance(DROP_RATE * seconds)) return undefined
  device.online = false
  device.secondsToReturn = random.between(...OFFLINE_SECONDS)
  return 'dropped'
}

/** Returns the level of a charge: LEVEL_1 (nearly empty) to LEVEL_4. */
export function batteryLevel(charge: number): string {
  if (charge > 0.75) return 'LEVEL_4'
  if (charge > 0.45) return 'LEVEL_3'
  return charge > 0.2 ? 'LEVEL_2' : 'LEVEL_1'
}

const BARS = ['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE'] as const

/** Returns the level of a signal between 0 and 1: BAR_ONE to BAR_FIVE. */
export function wifiBars(signal: number): string {
  return BARS[Math.min(4, Math.max(0, Math.floor(signal * 5)))] ?? 'BAR_ONE'
}
