import type { RegistryAsset } from '../registry/registry.types.ts'
import type { DeviceState } from './device-state.ts'
import type { PlaceGraph } from './place-graph.ts'
import type { RestSpot } from './spots.ts'
import type { FloorPosition } from './walk.ts'

/** An asset as the simulation moves it about. */
export interface TrackedAsset {
  readonly asset: RegistryAsset
  /** Exactly where it is; what a locating system reports of that is less exact. */
  position: FloorPosition
  moving: boolean
  /** Only equipment reports a state. */
  readonly device?: DeviceState
  /** In use for a patient. */
  readonly linked: boolean
  /** Stands where it can be charged. */
  plugged: boolean
  /** Its connection changed since it last reported. */
  connectionChanged: boolean
}

/** An asset with its place in the day's work. */
export interface Mover {
  readonly tracked: TrackedAsset
  /** Where it rests; undefined while it is under way. */
  spot: RestSpot | undefined
  /** A patient's own bed. */
  readonly home: RestSpot | undefined
  /** Floor on which a piece of equipment belongs; undefined for people. */
  readonly homeFloor: number | undefined
  /** Somebody is on the way to take it along. */
  reserved: boolean
  readonly patientId: string | undefined
}

export interface World {
  readonly graph: PlaceGraph
  readonly tracked: readonly TrackedAsset[]
  /** Lets simulated time pass. */
  advance(seconds: number): void
  /** The present begins: something worth watching happens soon. */
  begin?(): void
}
