import type { MapMarker, MarkerLook, Size } from '../map-engine/index.ts'

const looks: readonly MarkerLook[] = ['rest', 'infusing', 'offline', 'equipment', 'clinician', 'patient']

/** How the markers stand: `spread`, none touching another, or `crowded`, anywhere at all. */
export type Formation = 'spread' | 'crowded'

/** Numbers between 0 and 1 that are the same on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Markers that move at every step: each has a new place in every frame. */
export class MovingMarkers {
  readonly #home: { readonly id: string; readonly x: number; readonly y: number; readonly turn: number }[]

  constructor(count: number, formation: Formation, plan: Size) {
    const random = seeded(7)
    const columns = Math.ceil(Math.sqrt((count * plan.width) / plan.height))
    const gap = plan.width / columns
    this.#home = Array.from({ length: count }, (_, i) =>
      formation === 'spread'
        ? { id: `m${i}`, x: ((i % columns) + 0.5) * gap, y: (Math.floor(i / columns) + 0.5) * gap, turn: 0 }
        : { id: `m${i}`, x: random() * plan.width, y: random() * plan.height, turn: random() * 2 * Math.PI },
    )
  }

  /** Everybody's place at a step. Whoever is spread moves together, so that nobody comes to touch another. */
  at(step: number): MapMarker[] {
    return this.#home.map(({ id, x, y, turn }, i) => ({
      id,
      assetKey: id,
      label: id,
      look: looks[i % looks.length] ?? 'rest',
      stale: i % 17 === 0,
      x: x + Math.cos(step / 9 + turn) * 6,
      y: y + Math.sin(step / 9 + turn) * 6,
    }))
  }
}
