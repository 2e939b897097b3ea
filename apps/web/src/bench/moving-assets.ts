import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import type { Size } from '../map-engine/index.ts'
import { INFUSING, ONLINE } from '../ui/state-looks.ts'

/** Initial positions of the markers: `spread` without touching, or `crowded` at random positions. */
export type Formation = 'spread' | 'crowded'

/** Creates a generator of numbers between 0 and 1 that are the same on every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const statuses = [ONLINE, 'comm-status-offline'] as const
const infusions = [INFUSING, 'pump-status--not-infusing'] as const

/** Assets of one map that move in small circles, in the formats of the map call and the live stream. */
export class MovingAssets {
  readonly #home: { readonly id: string; readonly x: number; readonly y: number; readonly phase: number }[]
  #step = 0

  constructor(count: number, formation: Formation, plan: Size) {
    const random = seededRandom(7)
    const columns = Math.ceil(Math.sqrt((count * plan.width) / plan.height))
    const gap = plan.width / columns
    this.#home = Array.from({ length: count }, (_, i) =>
      formation === 'spread'
        ? { id: `m${i}`, x: ((i % columns) + 0.5) * gap, y: (Math.floor(i / columns) + 0.5) * gap, phase: 0 }
        : { id: `m${i}`, x: random() * plan.width, y: random() * plan.height, phase: random() * 2 * Math.PI },
    )
  }

  /** Returns the assets at their initial positions. */
  pointers(): AssetPointer[] {
    return this.#home.map((_, i) => ({
      _id: `m${i}`,
      AssetType: 'Equipment',
      AssetId: `m${i}`,
      icon_type: 1,
      DeviceStatus: statuses[i % 5 === 0 ? 1 : 0] ?? '',
      InfusionStatus: infusions[i % 2] ?? '',
      CurrentLocation: this.#location(i),
      Fields: { AssetName: `Pump ${i}`, SerialNo: `S-${i}`, Clinicians: [], Equipments: [] },
    }))
  }

  /**
   * Returns the next batch of the live stream: every `stride`-th asset has a new place, a different subset each time.
   */
  nextEvents(stride: number): LiveEvent[] {
    this.#step += 1
    return this.#home.flatMap((home, i): LiveEvent[] =>
      i % stride === this.#step % stride
        ? [
            {
              event: 'asset.location',
              data: { AssetType: 'Equipment', AssetId: home.id, CurrentLocation: this.#location(i) },
            },
          ]
        : [],
    )
  }

  /** In the formation `spread`, assets move so little that no two touch. */
  #location(index: number): AssetPointer['CurrentLocation'] {
    const { x = 0, y = 0, phase = 0 } = this.#home[index] ?? {}
    return {
      mapId: 'bench',
      fullPath: { Level_1: 'Bench' },
      xCenterPoint: x + Math.cos(this.#step / 9 + phase) * 0.6,
      yCenterPoint: y + Math.sin(this.#step / 9 + phase) * 0.6,
      time: new Date(Date.now() + this.#step).toISOString(),
    }
  }
}
