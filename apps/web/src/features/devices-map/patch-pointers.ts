import type { AssetPointer, LiveEvent, Location } from '@wardtrack/contracts'

/** What a batch of live events makes of the devices of one map. */
export interface PatchedPointers {
  /** The same array when nothing changed. */
  readonly pointers: readonly AssetPointer[]
  /** Ids of devices that stand on this map now and were not known there. */
  readonly arrived: readonly string[]
  /** Some device went to another map. */
  readonly left: boolean
}

type LocationEvent = Extract<LiveEvent, { event: 'asset.location' }>['data']
type StatusEvent = Extract<LiveEvent, { event: 'asset.status' }>['data']

/** Events may overtake one another: an older position changes nothing. */
function newer(next: Location, known: Location): boolean {
  if (!known.time || !next.time) return true
  return Date.parse(next.time) >= Date.parse(known.time)
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function member(value: unknown, name: string): string | undefined {
  return typeof value === 'object' && value !== null
    ? text((value as Record<string, unknown>)[name])
    : undefined
}

/** A device with the states of an event; fields the event does not name stay. */
export function withStatus(pointer: AssetPointer, { Fields }: StatusEvent): AssetPointer {
  const next: AssetPointer = { ...pointer, Fields: { ...pointer.Fields } }
  const { DeviceStatus, InfusionStatus, AssetName, SerialNo, PrimaryCategory } = Fields
  const battery = member(Fields.BatteryLevel, 'Level')
  const wifi = member(Fields.WifiStrength, 'Strength')
  if (text(DeviceStatus)) next.DeviceStatus = DeviceStatus
  if (text(InfusionStatus)) next.InfusionStatus = InfusionStatus
  if (battery) next.Battery = battery
  if (wifi) next.WiFi = wifi
  if (text(AssetName)) next.Fields.AssetName = AssetName
  if (text(SerialNo)) next.Fields.SerialNo = SerialNo
  if (text(PrimaryCategory)) next.Fields.PrimaryCategory = PrimaryCategory
  return next
}

/** The devices of one map while a batch of events is worked through. */
class MapDevices {
  readonly #mapId: string
  readonly #known: Map<string, AssetPointer>
  readonly arrived = new Set<string>()
  left = false
  changed = false

  constructor(mapId: string, pointers: readonly AssetPointer[]) {
    this.#mapId = mapId
    this.#known = new Map(pointers.map((pointer) => [pointer.AssetId, pointer]))
  }

  get pointers(): readonly AssetPointer[] {
    return [...this.#known.values()]
  }

  locate({ AssetId, CurrentLocation }: LocationEvent): void {
    const pointer = this.#known.get(AssetId)
    if (!pointer) {
      if (CurrentLocation.mapId === this.#mapId) this.arrived.add(AssetId)
      else this.arrived.delete(AssetId)
      return
    }
    if (!newer(CurrentLocation, pointer.CurrentLocation)) return
    this.changed = true
    if (CurrentLocation.mapId === this.#mapId) this.#known.set(AssetId, { ...pointer, CurrentLocation })
    else this.left = this.#known.delete(AssetId)
  }

  state(status: StatusEvent): void {
    const pointer = this.#known.get(status.AssetId)
    if (!pointer) return
    this.changed = true
    this.#known.set(status.AssetId, withStatus(pointer, status))
  }
}

/**
 * Applies live events to the devices of a map. Only Equipment is on it; an arrived device has to be fetched,
 * because a location event does not say what the device is.
 */
export function patchPointers(
  mapId: string,
  pointers: readonly AssetPointer[],
  events: readonly LiveEvent[],
): PatchedPointers {
  const devices = new MapDevices(mapId, pointers)
  for (const each of events) {
    if (each.event === 'asset.location' && each.data.AssetType === 'Equipment') devices.locate(each.data)
    else if (each.event === 'asset.status' && each.data.AssetType === 'Equipment') devices.state(each.data)
  }
  return {
    pointers: devices.changed ? devices.pointers : pointers,
    arrived: [...devices.arrived],
    left: devices.left,
  }
}

/** Puts fetched devices in, unless a newer position has taken them elsewhere or is known already. */
export function mergePointers(
  pointers: readonly AssetPointer[],
  fetched: readonly AssetPointer[],
): readonly AssetPointer[] {
  const known = new Map(pointers.map((pointer) => [pointer.AssetId, pointer]))
  for (const pointer of fetched) {
    const present = known.get(pointer.AssetId)
    if (!present || newer(pointer.CurrentLocation, present.CurrentLocation))
      known.set(pointer.AssetId, pointer)
  }
  return [...known.values()]
}
