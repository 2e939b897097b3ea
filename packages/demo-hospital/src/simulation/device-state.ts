import type { Random } from '../random.ts'
import { catalogueEntry } from '../registry/catalogue.ts'

/** What a device would report about itself. */
export interface DeviceState {
  readonly infuses: boolean
  /** 0 empty to 1 full. */
  charge: number
  /** Somebody plugged it in because it was nearly empty. */
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
/** A device is charged before it dies: below this somebody plugs it in wherever it stands, until it is full. */
const PLUGGED_BELOW = 0.06
/** How often somebody thinks of plugging it in, by where it stands. */
const PLUGGED_AT: Readonly<Record<string, number>> = { store: 0.85, bedside: 0.85 }
const PLUGGED_ELSEWHERE = 0.4
/** Chance per second that a device falls off the network: each one about every three hours. */
const DROP_RATE = 1 / (3 * 3600)
/** Share of the devices at patients that infuse, as it comes of how long infusions and what is between them take. */
const INFUSING_SHARE = 0.5
/** Share of the devices that are off the network at any time, as it comes of {@link DROP_RATE}; seconds that they are. */
const OFFLINE_SHARE = 0.04
const OFFLINE_SECONDS = [60, 900] as const
/** Seconds until the next infusion begins or the present one ends, in the middle of a day. */
const TO_CHANGE_SECONDS = [60, 4500] as const

/** Whether somebody plugs in what is put down at a place. @param use what the place is for */
export const isPluggedAt = (use: string, random: Random): boolean =>
  random.chance(PLUGGED_AT[use] ?? PLUGGED_ELSEWHERE)

/** What is plugged in is full; of the others, as many are nearly empty as are nearly full. */
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

/** A device as it is in the middle of a day. @param situation `linked`: at a patient */
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

/** Seconds that a battery lasts, and in which it is charged. */
interface BatteryTimes {
  readonly lasts: number
  readonly charges: number
}

/** Lets time pass for a battery. @param times those of a device that is watched closely, when left out */
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

/** Lets time pass for one device. Gives 'dropped' or 'returned' when its connection changed. */
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

/** LEVEL_1 (nearly empty) to LEVEL_4. */
export function batteryLevel(charge: number): string {
  if (charge > 0.75) return 'LEVEL_4'
  if (charge > 0.45) return 'LEVEL_3'
  return charge > 0.2 ? 'LEVEL_2' : 'LEVEL_1'
}

const BARS = ['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE'] as const

/** BAR_ONE to BAR_FIVE for a signal between 0 and 1. */
export function wifiBars(signal: number): string {
  return BARS[Math.min(4, Math.max(0, Math.floor(signal * 5)))] ?? 'BAR_ONE'
}
