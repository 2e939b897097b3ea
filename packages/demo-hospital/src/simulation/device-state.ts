import type { Random } from '../random.ts'
import { catalogueEntry } from '../registry/catalogue.ts'

/** What a device would report about itself. */
export interface DeviceState {
  readonly infuses: boolean
  /** 0 empty to 1 full. */
  charge: number
  infusing: boolean
  /** Millilitres since the infusion began, and per hour. */
  volume: number
  flow: number
  secondsToChange: number
  online: boolean
  secondsToReturn: number
}

const FULL_TO_EMPTY_SECONDS = 6 * 3600
const EMPTY_TO_FULL_SECONDS = 2.5 * 3600
/** A device is charged before it dies: below this somebody plugs it in wherever it stands. */
const PLUGGED_BELOW = 0.06
/** Chance per second that a device falls off the network: each one about every three hours. */
const DROP_RATE = 1 / (3 * 3600)

/** Bands of charge on a normal day: most are well charged, a few have been forgotten. */
function firstCharge(random: Random): number {
  const share = random.next()
  if (share < 0.46) return random.between(0.76, 1)
  if (share < 0.82) return random.between(0.46, 0.75)
  if (share < 0.95) return random.between(0.21, 0.45)
  return random.between(0.08, 0.2)
}

function startInfusion(device: DeviceState, random: Random): void {
  device.infusing = true
  device.volume = 0
  device.flow = random.pick([5, 10, 21, 42, 63, 84, 100, 125])
  device.secondsToChange = random.between(900, 5400)
}

function stopInfusion(device: DeviceState, random: Random): void {
  device.infusing = false
  device.secondsToChange = random.between(600, 3600)
}

export function newDevice(category: string, linked: boolean, random: Random): DeviceState {
  const infuses = catalogueEntry(category)?.infuses ?? false
  const device: DeviceState = {
    infuses,
    charge: firstCharge(random),
    infusing: false,
    volume: 0,
    flow: 0,
    secondsToChange: random.between(300, 3000),
    online: true,
    secondsToReturn: 0,
  }
  if (infuses && random.chance(linked ? 0.7 : 0.04)) {
    startInfusion(device, random)
    device.volume = random.between(5, 480)
  }
  return device
}

function advanceCharge(device: DeviceState, seconds: number, plugged: boolean): void {
  const change =
    plugged || device.charge < PLUGGED_BELOW
      ? seconds / EMPTY_TO_FULL_SECONDS
      : -seconds / FULL_TO_EMPTY_SECONDS
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
  device.secondsToReturn = random.between(60, 900)
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
