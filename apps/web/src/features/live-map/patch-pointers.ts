import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import { assetKey, isNewerLocation, newerFields } from '../../lib/live/patch-asset.ts'
import { includesAssetType, type MapScope } from './map-scope.ts'

/** What a batch of live events makes of the assets of one map. */
export interface PatchedPointers {
  /** The same array when nothing changed. */
  readonly pointers: readonly AssetPointer[]
  /** Keys of assets that stand on this map now and were not known there. */
  readonly arrivedKeys: readonly string[]
  /** Some asset went to another map. */
  readonly hasDepartures: boolean
}

type LocationEvent = Extract<LiveEvent, { event: 'asset.location' }>['data']
type StatusEvent = Extract<LiveEvent, { event: 'asset.status' }>['data']

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function member(value: unknown, name: string): string | undefined {
  return typeof value === 'object' && value !== null
    ? text((value as Record<string, unknown>)[name])
    : undefined
}

/** An asset on a map, with the times at which live events saw its states. */
export type TimedPointer = AssetPointer & { readonly FieldTimes?: Readonly<Record<string, string>> }

/** An asset with the states of an event; fields that the event does not name, or names with an older state, stay. */
export function patchPointer(pointer: TimedPointer, status: StatusEvent): TimedPointer {
  const knownTimes = pointer.FieldTimes ?? {}
  const newer = newerFields(status, knownTimes)
  if (!newer) return pointer
  const { DeviceStatus, InfusionStatus, AssetName, SerialNo, PrimaryCategory, ...others } = newer.Fields
  const next: TimedPointer = {
    ...pointer,
    Fields: { ...pointer.Fields },
    FieldTimes: { ...knownTimes, ...newer.FieldTimes },
  }
  const battery = member(others.BatteryLevel, 'Level')
  const wifi = member(others.WifiStrength, 'Strength')
  if (text(DeviceStatus)) next.DeviceStatus = DeviceStatus
  if (text(InfusionStatus)) next.InfusionStatus = InfusionStatus
  if (battery) next.Battery = battery
  if (wifi) next.WiFi = wifi
  if (text(AssetName)) next.Fields.AssetName = AssetName
  if (text(SerialNo)) next.Fields.SerialNo = SerialNo
  if (text(PrimaryCategory)) next.Fields.PrimaryCategory = PrimaryCategory
  return next
}

/** The assets of one map while a batch of events is worked through. */
class AssetsOnMap {
  readonly #mapId: string
  readonly #known: Map<string, AssetPointer>
  readonly arrivedKeys = new Set<string>()
  left = false
  changed = false

  constructor(mapId: string, pointers: readonly AssetPointer[]) {
    this.#mapId = mapId
    this.#known = new Map(pointers.map((pointer) => [assetKey(pointer), pointer]))
  }

  get pointers(): readonly AssetPointer[] {
    return [...this.#known.values()]
  }

  applyLocation(event: LocationEvent): void {
    const key = assetKey(event)
    const { CurrentLocation } = event
    const here = CurrentLocation.mapId === this.#mapId
    const pointer = this.#known.get(key)
    if (!pointer) {
      if (here) this.arrivedKeys.add(key)
      else this.arrivedKeys.delete(key)
      return
    }
    if (!isNewerLocation(CurrentLocation, pointer.CurrentLocation)) return
    this.changed = true
    if (here) this.#known.set(key, { ...pointer, CurrentLocation })
    else this.left = this.#known.delete(key)
  }

  applyStatus(status: StatusEvent): void {
    const key = assetKey(status)
    const pointer = this.#known.get(key)
    if (!pointer) return
    const patched = patchPointer(pointer, status)
    if (patched === pointer) return
    this.changed = true
    this.#known.set(key, patched)
  }
}

/**
 * Applies live events to the assets of a map. Those that do not concern the scope change nothing; an arrived asset
 * has to be fetched, because a location event does not say what it is.
 */
export function patchPointers(
  mapId: string,
  scope: MapScope,
  pointers: readonly AssetPointer[],
  events: readonly LiveEvent[],
): PatchedPointers {
  const assets = new AssetsOnMap(mapId, pointers)
  for (const each of events) {
    if (each.event !== 'asset.location' && each.event !== 'asset.status') continue
    if (!includesAssetType(scope, each.data.AssetType)) continue
    if (each.event === 'asset.location') assets.applyLocation(each.data)
    else assets.applyStatus(each.data)
  }
  return {
    pointers: assets.changed ? assets.pointers : pointers,
    arrivedKeys: [...assets.arrivedKeys],
    hasDepartures: assets.left,
  }
}

/** Puts fetched assets in, unless a newer position has taken them elsewhere or is known already. */
export function mergePointers(
  pointers: readonly AssetPointer[],
  fetched: readonly AssetPointer[],
): readonly AssetPointer[] {
  const known = new Map(pointers.map((pointer) => [assetKey(pointer), pointer]))
  for (const pointer of fetched) {
    const present = known.get(assetKey(pointer))
    if (!present || isNewerLocation(pointer.CurrentLocation, present.CurrentLocation))
      known.set(assetKey(pointer), pointer)
  }
  return [...known.values()]
}
