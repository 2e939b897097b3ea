import type { RegistryAsset } from '../registry/registry.types.ts'
import type { DeviceState } from './device-state.ts'
import type { PlaceGraph } from './place-graph.ts'
import type { RestSpot } from './spots.ts'
import type { FloorPosition } from './walk.ts'

/** An asset in the simulation. */
export interface TrackedAsset {
  readonly asset: RegistryAsset
  /** Exact position; a locating system reports it with noise. */
  position: FloorPosition
  moving: boolean
  /** Only equipment reports a state. */
  readonly device?: DeviceState
  /** True if it is in use for a patient. */
  readonly linked: boolean
  /** True if it is plugged in. */
  plugged: boolean
  /** True if its connection changed since its last report. */
  connectionChanged: boolean
}

/** An asset with its movements. */
export interface Mover {
  readonly tracked: TrackedAsset
  /** Spot of a resting asset; undefined while it moves. */
  spot: RestSpot | undefined
  /** Bed of a patient. */
  readonly home: RestSpot | undefined
  /** Home floor of equipment; undefined for people. */
  readonly homeFloor: number | undefined
  /** True if somebody is on the way to fetch it. */
  reserved: boolean
  readonly patientId: string | undefined
}

export interface World {
  readonly graph: PlaceGraph
  readonly tracked: readonly TrackedAsset[]
  /** Advances the simulated time. */
  advance(seconds: number): void
  /** Called when the present begins, to cause a first alert soon. */
  begin?(): void
}
