import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import { type AssetEvent, assetKey, isNewerLocation, newerFields } from '../../lib/live/patch-asset.ts'
import { includesAssetType, type MapScope } from './map-scope.ts'

/** An asset of a map and its key, created by `assetKey`. */
export interface AssetOnMap {
  readonly key: string
  readonly pointer: AssetPointer
}

/** Changes by live events or a response among the assets of one map. */
export interface PointerChange {
  /** Assets of this map that moved, arrived or changed states. */
  readonly changed: readonly AssetOnMap[]
  /** Keys of assets that left this map. */
  readonly removedKeys: readonly string[]
  /**
   * Keys of unknown assets that are on this map now. Their data must be fetched, because an event does not contain
   * it.
   */
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

/** An asset on a map, with the times of its states in live events. */
export type TimedPointer = AssetPointer & { readonly FieldTimes?: Readonly<Record<string, string>> }

/**
 * Applies the states of an event to an asset. Fields that the event omits, or has with an older time, stay unchanged.
 */
export function patchPointer(pointer: TimedPointer, status: StatusEvent): TimedPointer {
  const knownTimes = pointer.FieldTimes ?? {}
  const newer = newerFields(status, knownTimes)
  if (!newer) return pointer
  const { DeviceStatus, InfusionStatus, AssetName, SerialNo, PrimaryCategory, ...otherFields } = newer.Fields
  const next: TimedPointer = {
    ...pointer,
    Fields: { ...pointer.Fields },
    FieldTimes: { ...knownTimes, ...newer.FieldTimes },
  }
  const battery = member(otherFields.BatteryLevel, 'Level')
  const wifi = member(otherFields.WifiStrength, 'Strength')
  if (text(DeviceStatus)) next.DeviceStatus = DeviceStatus
  if (text(InfusionStatus)) next.InfusionStatus = InfusionStatus
  if (battery) next.Battery = battery
  if (wifi) next.WiFi = wifi
  if (text(AssetName)) next.Fields.AssetName = AssetName
  if (text(SerialNo)) next.Fields.SerialNo = SerialNo
  if (text(PrimaryCategory)) next.Fields.PrimaryCategory = PrimaryCategory
  return next
}

interface Entry {
  readonly key: string
  pointer: AssetPointer
  /** Number of the last batch that changed the asset. */
  changedIn: number
}

/** Assets of one map by key. The cost of a batch depends on its events, not on the number of assets. */
export class AssetsOnMap {
  readonly #mapId: string
  readonly #scope: MapScope
  readonly #entries = new Map<string, Entry>()
  #batch = 0

  constructor(mapId: string, scope: MapScope, pointers: readonly AssetPointer[]) {
    this.#mapId = mapId
    this.#scope = scope
    for (const pointer of pointers) this.#put(assetKey(pointer), pointer)
  }

  get pointers(): readonly AssetPointer[] {
    return Array.from(this.#entries.values(), ({ pointer }) => pointer)
  }

  /** Applies live events; those outside the scope change nothing. */
  apply(events: readonly LiveEvent[]): PointerChange {
    this.#batch += 1
    const changed: Entry[] = []
    const removedKeys = new Set<string>()
    const arrivedKeys = new Set<string>()
    for (const event of events) {
      if (event.event !== 'asset.location' && event.event !== 'asset.status') continue
      if (!includesAssetType(this.#scope, event.data.AssetType)) continue
      const key = assetKey(event.data)
      const entry = this.#entries.get(key)
      if (event.event === 'asset.location' && !entry) {
        if (this.#isHere(event.data)) arrivedKeys.add(key)
        else arrivedKeys.delete(key)
      }
      const next = entry && this.#patched(entry.pointer, event)
      if (!entry || next === entry.pointer) continue
      if (next) this.#change(entry, next, changed)
      else {
        this.#entries.delete(key)
        removedKeys.add(key)
      }
    }
    const isPresent = ({ key }: Entry): boolean => !removedKeys.has(key)
    return {
      changed: removedKeys.size > 0 ? changed.filter(isPresent) : changed,
      removedKeys: [...removedKeys],
      arrivedKeys: [...arrivedKeys],
    }
  }

  /** Adds fetched assets, unless a newer position is known already. */
  merge(fetched: readonly AssetPointer[]): PointerChange {
    const changed = fetched.flatMap((pointer): AssetOnMap[] => {
      const key = assetKey(pointer)
      const known = this.#entries.get(key)?.pointer
      if (known && !isNewerLocation(pointer.CurrentLocation, known.CurrentLocation)) return []
      this.#put(key, pointer)
      return [{ key, pointer }]
    })
    return { changed, removedKeys: [], arrivedKeys: [] }
  }

  #put(key: string, pointer: AssetPointer): void {
    this.#entries.set(key, { key, pointer, changedIn: 0 })
  }

  #change(entry: Entry, pointer: AssetPointer, changed: Entry[]): void {
    entry.pointer = pointer
    if (entry.changedIn !== this.#batch) changed.push(entry)
    entry.changedIn = this.#batch
  }

  #isHere({ CurrentLocation }: LocationEvent): boolean {
    return CurrentLocation.mapId === this.#mapId
  }

  /**
   * Applies an event to an asset. Returns the same object if nothing changes, undefined if the asset leaves the map.
   */
  #patched(pointer: AssetPointer, event: AssetEvent): AssetPointer | undefined {
    if (event.event === 'asset.status') return patchPointer(pointer, event.data)
    const { CurrentLocation } = event.data
    if (!isNewerLocation(CurrentLocation, pointer.CurrentLocation)) return pointer
    return this.#isHere(event.data) ? { ...pointer, CurrentLocation } : undefined
  }
}
