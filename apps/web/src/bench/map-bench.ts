import { QueryClient } from '@tanstack/react-query'
import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import type { PointersOnMap } from '../features/live-map/assets-map.query.ts'
import { LivePointers } from '../features/live-map/live-pointers.ts'
import { DEVICES } from '../features/live-map/map-scope.ts'
import { drawChange, markersOf } from '../features/live-map/pointer-markers.ts'
import { browserEnvironment, MapEngine, type MapEnvironment, type Size } from '../map-engine/index.ts'
import { INFUSING, ONLINE } from '../ui/state-looks.ts'
import { tokens } from '../ui/tokens.ts'

/** Initial positions of the markers: `spread` without touching, or `crowded` at random positions. */
type Formation = 'spread' | 'crowded'

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
class MovingAssets {
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

/** Result of one measured case. All times are in milliseconds. */
interface CaseResult {
  readonly markers: number
  readonly formation: Formation
  /** Number of markers that each frame's batch of live events moves. */
  readonly moving: number
  readonly view: Size
  readonly singles: number
  readonly clusters: number
  /** Total time of one frame: a batch of live events, clustering, drawing, and the painted pixels. */
  readonly workMedian: number
  readonly workP95: number
  /** Time between two frames on screen without forced painting; 16.7 is the screen's refresh interval. */
  readonly frameMedian: number
  readonly frameP95: number
}

const warmUp = 20
const frames = 120

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2))
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Draws a plan of walls, for a real image under the markers. */
function drawnPlan({ width, height }: Size): HTMLCanvasElement {
  const canvas = browserEnvironment.createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  if (!ctx) throw new Error('This browser cannot draw on a canvas.')
  ctx.fillStyle = tokens.light.plan.paper
  ctx.fillRect(0, 0, width, height)
  ctx.strokeStyle = tokens.light.plan.wall
  ctx.lineWidth = 4
  for (let x = 20; x < width - 120; x += 120) {
    for (let y = 20; y < height - 120; y += 120) ctx.strokeRect(x, y, 120, 120)
  }
  return canvas
}

/** A map that takes live events like the product, and draws frames on the benchmark's command. */
class BenchMap {
  readonly engine: MapEngine
  readonly #live: LivePointers
  readonly #client = new QueryClient()
  readonly #host: HTMLElement
  #draw: (() => void) | undefined

  constructor(host: HTMLElement, assets: MovingAssets, view: Size, plan: Size) {
    this.#host = host
    host.style.width = `${view.width}px`
    host.style.height = `${view.height}px`
    const environment: MapEnvironment = {
      ...browserEnvironment,
      requestFrame: (draw) => {
        this.#draw = draw
        return 1
      },
      cancelFrame: () => {
        this.#draw = undefined
      },
      reducedMotion: () => false,
    }
    this.engine = new MapEngine(host, { tokens: tokens.light, environment })
    this.engine.openMap(plan)
    this.engine.setPlan(drawnPlan(plan))
    const drawing = { shows: () => true, lookOf: DEVICES.lookOf, now: Date.now(), metre: 10 }
    const queryKey = ['bench']
    const pointers = assets.pointers()
    this.#client.setQueryData<PointersOnMap>(queryKey, { pointers, truncated: false })
    this.engine.setMarkers(markersOf(pointers, drawing))
    this.#live = new LivePointers(this.#client, { queryKey, mapId: 'bench', scope: DEVICES })
    this.#live.onChange((change) => drawChange(this.engine, change, drawing))
  }

  /** Applies a batch and draws. Returns the duration, including the painted pixels if `forced`. */
  step(events: readonly LiveEvent[], forced: boolean): number {
    const started = performance.now()
    this.#live.apply(events)
    const draw = this.#draw
    this.#draw = undefined
    draw?.()
    // Reading one pixel makes the browser finish painting the canvas.
    if (forced) this.#host.querySelectorAll('canvas')[1]?.getContext('2d')?.getImageData(0, 0, 1, 1)
    return performance.now() - started
  }

  dispose(): void {
    this.#live.flush()
    this.#client.clear()
    this.engine.dispose()
  }
}

interface Case {
  readonly markers: number
  readonly formation: Formation
  /** Every `stride`-th marker moves in each frame; 1 moves all of them. */
  readonly stride: number
  readonly view: Size
  readonly plan: Size
}

async function measure({ markers, formation, stride, view, plan }: Case): Promise<CaseResult> {
  const host = document.getElementById('map')
  if (!host) throw new Error('The page has no place for the map.')
  const assets = new MovingAssets(markers, formation, plan)
  const map = new BenchMap(host, assets, view, plan)
  const frameTimes: number[] = []
  let last = await nextFrame()
  for (let i = 0; i < warmUp + frames; i++) {
    map.step(assets.nextEvents(stride), false)
    const now = await nextFrame()
    if (i >= warmUp) frameTimes.push(now - last)
    last = now
  }
  const work: number[] = []
  for (let i = 0; i < warmUp + frames; i++) {
    const took = map.step(assets.nextEvents(stride), true)
    if (i >= warmUp) work.push(took)
    await nextFrame()
  }
  const { singles, clusters } = map.engine.layout
  const counts = { singles: singles.length, clusters: clusters.length }
  map.dispose()
  return {
    markers,
    formation,
    moving: Math.round(markers / stride),
    view,
    ...counts,
    workMedian: quantile(work, 0.5),
    workP95: quantile(work, 0.95),
    frameMedian: quantile(frameTimes, 0.5),
    frameP95: quantile(frameTimes, 0.95),
  }
}

async function run(): Promise<void> {
  const results: CaseResult[] = []
  const desktop = { view: { width: 1280, height: 760 }, plan: { width: 2560, height: 1520 } }
  const wall = { view: { width: 2560, height: 1800 }, plan: { width: 2560, height: 1800 } }
  for (const stride of [1, 10]) {
    results.push(await measure({ markers: 2_000, formation: 'spread', stride, ...desktop }))
    results.push(await measure({ markers: 2_000, formation: 'crowded', stride, ...desktop }))
    results.push(await measure({ markers: 10_000, formation: 'spread', stride, ...wall }))
    results.push(await measure({ markers: 10_000, formation: 'crowded', stride, ...desktop }))
  }
  const place = document.getElementById('results')
  if (!place) return
  place.textContent = JSON.stringify({ bench: 'map-engine', pixelRatio: devicePixelRatio, results }, null, 2)
  // Signals the driver of the page that the results are complete.
  place.dataset.done = 'true'
}

await run()
