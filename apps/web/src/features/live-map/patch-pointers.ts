import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import { assetKey, isNewerLocation, newerFields } from '../../lib/live/patch-asset.ts'
import { includesAssetType, type MapScope } from './map-scope.ts'

/** What live events or an answer have changed among the assets of one map. */
export interface PointerChange {
  /** Assets of this map that moved, came or have other states. */
  readonly changed: readonly AssetPointer[]
  /** Keys of assets that left this map. */
  readonly removedKeys: readonly string[]
  /** Keys of assets that stand on this map now and are not known: an event does not say what they are. */
  readonly arrivedKeys: readonly string[]
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

/** The assets of one map by their key. A batch costs as much as it holds events, however many assets there are. */
export class AssetsOnMap {
  readonly #mapId: string
  readonly #scope: MapScope
  readonly #byKey: Map<string, AssetPointer>

  constructor(mapId: string, scope: MapScope, pointers: readonly AssetPointer[]) {
    this.#mapId = mapId
    this.#scope = scope
    this.#byKey = new Map(pointers.map((pointer) => [assetKey(pointer), pointer]))
  }

  get pointers(): readonly AssetPointer[] {
    return [...this.#byKey.values()]
  }

  /** Applies live events; those that do not concern the scope change nothing. */
  apply(events: readonly LiveEvent[]): PointerChange {
    const changedKeys = new Set<string>()
    const removedKeys = new Set<string>()
    const arrivedKeys = new Set<string>()
    for (const each of events) {
      if (each.event !== 'asset.location' && each.event !== 'asset.status') continue
      if (!includesAssetType(this.#scope, each.data.AssetType)) continue
      const key = assetKey(each.data)
      const effect =
        each.event === 'asset.location' ? this.#locate(key, each.data) : this.#patch(key, each.data)
      if (effect === 'changed') changedKeys.add(key)
      if (effect === 'removed') removedKeys.add(key)
      if (effect === 'arrived') arrivedKeys.add(key)
      if (effect === 'elsewhere') arrivedKeys.delete(key)
    }
    const changed = [...changedKeys].flatMap((key) => this.#byKey.get(key) ?? [])
    return { changed, removedKeys: [...removedKeys], arrivedKeys: [...arrivedKeys] }
  }

  /** Puts fetched assets in, unless a newer position is known already. */
  merge(fetched: readonly AssetPointer[]): PointerChange {
    const changed = fetched.filter((pointer) => {
      const known = this.#byKey.get(assetKey(pointer))
      return !known || isNewerLocation(pointer.CurrentLocation, known.CurrentLocation)
    })
    for (const pointer of changed) this.#byKey.set(assetKey(pointer), pointer)
    return { changed, removedKeys: [], arrivedKeys: [] }
  }

  #locate(key: string, { CurrentLocation }: LocationEvent) {
    const here = CurrentLocation.mapId === this.#mapId
    const pointer = this.#byKey.get(key)
    if (!pointer) return here ? 'arrived' : 'elsewhere'
    if (!isNewerLocation(CurrentLocation, pointer.CurrentLocation)) return undefined
    if (here) this.#byKey.set(key, { ...pointer, CurrentLocation })
    else this.#byKey.delete(key)
    return here ? 'changed' : 'removed'
  }

  #patch(key: string, status: StatusEvent) {
    const pointer = this.#byKey.get(key)
    const patched = pointer && patchPointer(pointer, status)
    if (!patched || patched === pointer) return undefined
    this.#byKey.set(key, patched)
    return 'changed'
  }
}
