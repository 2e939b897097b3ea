import type { Random } from '../random.ts'
import type { RegistryAsset } from '../registry/registry.types.ts'
import { advanceCharge, type DeviceState, isPluggedAt, newDevice } from '../simulation/device-state.ts'
import { deviceReport } from '../simulation/status-events.ts'
import type { Stay } from './asset-stays.ts'

const HOUR_MS = 3_600_000
const HOUR_SECONDS = 3_600
/** Interval in hours between reports of an unchanged device in the history. */
const MAX_SILENCE = 24
/**
 * Hours that a battery lasts, at rest and infusing, and that charging takes. The history advances in hours, the
 * simulator in minutes.
 */
const LASTS = { resting: 60, infusing: 14 } as const
const CHARGES_IN = 4
/** Probability per hour that a device loses its network, and the maximum number of hours offline. */
const DROPS = 1 / 75
const MAX_OFFLINE = 5
/** Probabilities per hour that an infusion begins at a bed, and that one ends. */
const INFUSES = { begins: 1 / 4, ends: 1 / 12 } as const

/** Report of a device in the history. `time` in milliseconds. */
export interface DeviceReport {
  readonly time: number
  readonly body: Record<string, unknown>
}

/** Inputs for the reports of a device; `stays` is not empty, oldest first. */
export interface DeviceSituation {
  readonly asset: RegistryAsset
  readonly stays: readonly Stay[]
  /** Returns the signal strength, 0 to 1, at a place of a floor. */
  readonly signalAt: (floor: number, x: number, y: number) => number
  readonly random: Random
  readonly until: number
}

/** Generates the reports of a device hour by hour, without unchanged ones. */
export function* deviceReports({
  asset,
  stays,
  signalAt,
  random,
  until,
}: DeviceSituation): Generator<DeviceReport> {
  const [first] = stays
  if (!first) return
  const linked = first.spot.use === 'bedside'
  const plugged = isPluggedAt(first.spot.use, random)
  const device = newDevice(asset.PrimaryCategory, { linked, plugged }, random)
  let place = { stay: -1, plugged: false, signal: 0 }
  let reported = { text: '', time: 0 }
  const start = first.from + random.between(0, HOUR_MS)
  for (let time = start; time < until; time += HOUR_MS) {
    let stay = Math.max(0, place.stay)
    while ((stays[stay + 1]?.from ?? until) <= time) stay += 1
    const { spot } = stays[stay] ?? first
    if (stay !== place.stay) {
      const isFirst = place.stay < 0
      place = {
        stay,
        plugged: isFirst ? plugged : isPluggedAt(spot.use, random),
        signal: signalAt(spot.floor, spot.x, spot.y),
      }
    }
    advanceHour(device, { plugged: place.plugged, atBed: spot.use === 'bedside' }, random)
    const body = deviceReport(device, place.signal, random)
    const text = stateText(body, stay)
    const isNew = text !== reported.text || time - reported.time >= MAX_SILENCE * HOUR_MS
    if (!isNew && !('alarm' in body)) continue
    reported = { text, time }
    yield { time, body }
  }
}

function advanceHour(device: DeviceState, at: { plugged: boolean; atBed: boolean }, random: Random): void {
  advanceCharge(device, HOUR_SECONDS, at.plugged, {
    lasts: (device.infusing ? LASTS.infusing : LASTS.resting) * HOUR_SECONDS,
    charges: CHARGES_IN * HOUR_SECONDS,
  })
  if (device.infuses) advanceInfusion(device, at.atBed, random)
  if (device.online && random.chance(DROPS)) {
    device.online = false
    device.secondsToReturn = random.between(1, MAX_OFFLINE) * 3600
  } else if (!device.online) {
    device.secondsToReturn -= 3600
    device.online = device.secondsToReturn <= 0
  }
}

function advanceInfusion(device: DeviceState, atBed: boolean, random: Random): void {
  if (device.infusing) device.volume += device.flow
  const begins = !device.infusing && atBed && random.chance(INFUSES.begins)
  const ends = device.infusing && (!atBed || random.chance(INFUSES.ends))
  if (begins) {
    device.volume = 0
    device.flow = random.pick([5, 10, 21, 42, 63, 84, 100, 125])
  }
  if (begins || ends) device.infusing = begins
}

/**
 * Returns the state of a device as text, to detect changes. Another stay counts as a change, because it changes the
 * reception.
 */
const stateText = (
  { DeviceStatus, BatteryLevel, InfusionStatus }: Record<string, unknown>,
  stay: number,
): string => [DeviceStatus, BatteryLevel, InfusionStatus, stay].join()
