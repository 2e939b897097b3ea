import { browserEnvironment, MapEngine, type MapEnvironment, type Size } from '../map-engine/index.ts'
import { tokens } from '../ui/tokens.ts'
import { type Formation, MovingMarkers } from './moving-markers.ts'

/** One measured case. All times in milliseconds. */
interface CaseResult {
  readonly markers: number
  readonly formation: Formation
  readonly view: Size
  readonly singles: number
  readonly clusters: number
  /** All that one frame costs: taking in a move of every marker, arranging, drawing, and the painted pixels. */
  readonly workMedian: number
  readonly workP95: number
  /** From one frame on screen to the next, nothing forced: 16.7 is the screen's own rhythm. */
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

/** A plan of walls, so that there is a real image under the markers. */
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

/** A map whose frames are drawn when the bench says so. */
class BenchMap {
  readonly engine: MapEngine
  readonly #markers: MovingMarkers
  readonly #host: HTMLElement
  #draw: (() => void) | undefined
  #step = 0

  constructor(host: HTMLElement, markers: MovingMarkers, view: Size, plan: Size) {
    this.#host = host
    this.#markers = markers
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
  }

  /** Moves everybody and draws. Answers with what that took, the pixels included if they are `forced`. */
  step(forced: boolean): number {
    this.#step += 1
    const markers = this.#markers.at(this.#step)
    const started = performance.now()
    this.engine.putMarkers(markers)
    const draw = this.#draw
    this.#draw = undefined
    draw?.()
    // Reading one pixel back makes the browser finish painting the canvas now.
    if (forced) this.#host.querySelectorAll('canvas')[1]?.getContext('2d')?.getImageData(0, 0, 1, 1)
    return performance.now() - started
  }
}

async function measure(markers: number, formation: Formation, view: Size, plan: Size): Promise<CaseResult> {
  const host = document.getElementById('map')
  if (!host) throw new Error('The page has no place for the map.')
  const map = new BenchMap(host, new MovingMarkers(markers, formation, plan), view, plan)
  const frameTimes: number[] = []
  let last = await nextFrame()
  for (let i = 0; i < warmUp + frames; i++) {
    map.step(false)
    const now = await nextFrame()
    if (i >= warmUp) frameTimes.push(now - last)
    last = now
  }
  const work: number[] = []
  for (let i = 0; i < warmUp + frames; i++) {
    const took = map.step(true)
    if (i >= warmUp) work.push(took)
    await nextFrame()
  }
  const { singles, clusters } = map.engine.layout
  const counts = { singles: singles.length, clusters: clusters.length }
  map.engine.dispose()
  return {
    markers,
    formation,
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
  const desk = { width: 1280, height: 760 }
  const wall = { width: 2560, height: 1800 }
  const plan = { width: 2560, height: 1520 }
  results.push(await measure(2_000, 'spread', desk, plan))
  results.push(await measure(2_000, 'crowded', desk, plan))
  results.push(await measure(10_000, 'spread', wall, { width: 2560, height: 1800 }))
  results.push(await measure(10_000, 'crowded', desk, plan))
  const place = document.getElementById('results')
  if (!place) return
  place.textContent = JSON.stringify({ bench: 'map-engine', pixelRatio: devicePixelRatio, results }, null, 2)
  // Says to whoever drives the page that the results are complete.
  place.dataset.done = 'true'
}

await run()
