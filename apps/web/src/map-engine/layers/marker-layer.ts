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
    const later: (() => void)[] = []
    for (const moving of inView) {
      const emphasis = this.#emphasis(moving)
      if (emphasis === 'none') drawSingle(view, moving, emphasis, withGlyph)
      else later.push(() => drawSingle(view, moving, emphasis, true))
    }
    for (const cluster of this.#scene.clusters) {
      const emphasis = this.#clusterEmphasis(cluster)
      if (emphasis === 'none') drawCluster(view, cluster, emphasis)
      else later.push(() => drawCluster(view, cluster, emphasis))
    }
    for (const draw of later) draw()
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

function drawSingle(view: View, moving: MovingMarker, emphasis: Emphasis, withGlyph: boolean): void {
  const { look, stale } = moving.marker
  const sprite = view.sprites.marker({ look, stale, emphasis, withGlyph })
  blit(view, sprite, moving.drawnX, moving.drawnY)
}

function drawCluster(view: View, cluster: Cluster, emphasis: Emphasis): void {
  blit(view, view.sprites.cluster(cluster.members.length, emphasis), cluster.x, cluster.y)
}

function blit({ pen, camera, ratio }: View, { image, half }: Sprite, x: number, y: number): void {
  const at = camera.toScreen({ x, y })
  pen.drawImage(image, Math.round(at.x * ratio) - half, Math.round(at.y * ratio) - half)
}
