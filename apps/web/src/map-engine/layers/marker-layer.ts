import { glyphLimit } from '../marker.ts'
import type { MovingMarker } from '../marker-store.ts'
import type { Cluster, Scene } from '../scene.ts'
import type { Emphasis } from '../sprites/marker-art.ts'
import type { Sprite } from '../sprites/sprites.ts'
import type { Layer, View } from './layer.ts'

/** Whom the user points at and whom they have selected. */
export interface Attention {
  /** Every marker of these subjects is green. */
  readonly pointed: ReadonlySet<string>
  /** The marker with the ring. */
  readonly selected: string | undefined
  /** The cluster under the pointer or the keyboard. */
  readonly cluster: string | undefined
}

/** Half a marker with its shadow: what is nearer than this to the view's edge is drawn. */
const margin = 40

/** Blits markers and clusters; what is pointed at or selected comes last, on top. */
export class MarkerLayer implements Layer {
  readonly #scene: Scene
  #attention: Attention = { pointed: new Set(), selected: undefined, cluster: undefined }

  constructor(scene: Scene) {
    this.#scene = scene
  }

  setAttention(attention: Attention): void {
    this.#attention = attention
  }

  draw(view: View): void {
    const inView = this.#inView(view)
    const withGlyph = inView.length <= glyphLimit
    const blit = blitter(view)
    const careless = this.#attention.selected === undefined && this.#attention.pointed.size === 0
    const onTop: (() => void)[] = []
    for (const moving of inView) {
      const { look, stale } = moving.marker
      const emphasis = careless ? 'none' : this.#emphasis(moving)
      if (emphasis === 'none')
        blit(view.sprites.marker(look, stale, 'none', withGlyph), moving.drawnX, moving.drawnY)
      else
        onTop.push(() => blit(view.sprites.marker(look, stale, emphasis, true), moving.drawnX, moving.drawnY))
    }
    for (const cluster of this.#scene.clusters) {
      const emphasis = this.#clusterEmphasis(cluster)
      const { members, tone, x, y } = cluster
      const draw = () => blit(view.sprites.cluster(members.length, tone, emphasis), x, y)
      if (emphasis === 'none') draw()
      else onTop.push(draw)
    }
    for (const draw of onTop) draw()
  }

  dispose(): void {
    this.#attention = { pointed: new Set(), selected: undefined, cluster: undefined }
  }

  #inView({ camera }: View): MovingMarker[] {
    const { x, y, width, height } = camera.visible(margin)
    return this.#scene.singles.filter(
      ({ drawnX, drawnY }) => drawnX >= x && drawnX <= x + width && drawnY >= y && drawnY <= y + height,
    )
  }

  #emphasis({ marker }: MovingMarker): Emphasis {
    if (marker.id === this.#attention.selected) return 'selected'
    return this.#attention.pointed.has(marker.subject) ? 'pointed' : 'none'
  }

  #clusterEmphasis(cluster: Cluster): Emphasis {
    const { pointed, selected, cluster: cared } = this.#attention
    if (selected !== undefined && this.#scene.clusterOf(selected) === cluster) return 'selected'
    if (cluster.id === cared) return 'pointed'
    if (pointed.size === 0) return 'none'
    return cluster.members.some(({ marker }) => pointed.has(marker.subject)) ? 'pointed' : 'none'
  }
}

/** Places a sprite on whole device pixels. The camera is read once: it stands still while a frame is drawn. */
function blitter({ pen, camera, ratio }: View): (sprite: Sprite, x: number, y: number) => void {
  const origin = camera.toScreen({ x: 0, y: 0 })
  const left = origin.x * ratio
  const top = origin.y * ratio
  const scale = camera.scale * ratio
  return ({ image, half }, x, y) => {
    pen.drawImage(image, Math.round(left + x * scale) - half, Math.round(top + y * scale) - half)
  }
}
