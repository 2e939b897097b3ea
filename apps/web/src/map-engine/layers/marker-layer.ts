import { glyphLimit } from '../marker.ts'
import type { Cluster, MarkerLayout } from '../marker-layout.ts'
import type { MovingMarker } from '../marker-store.ts'
import type { Emphasis } from '../sprites/marker-sprite.ts'
import type { Sprite } from '../sprites/sprite-cache.ts'
import type { Layer, View } from './layer.ts'

/** Hovered and selected targets. */
export interface MarkerHighlights {
  /** Assets whose markers are all drawn green. */
  readonly hovered: ReadonlySet<string>
  /** Marker with the ring. */
  readonly selected: string | undefined
  /** Cluster under the pointer or the keyboard focus. */
  readonly cluster: string | undefined
}

/** Half the size of a marker with its shadow. Markers nearer than this to the view's edge are drawn too. */
const margin = 40

/** Copies sprites of markers and clusters to the canvas. Hovered and selected markers are drawn last, on top. */
export class MarkerLayer implements Layer {
  readonly #layout: MarkerLayout
  #highlights: MarkerHighlights = { hovered: new Set(), selected: undefined, cluster: undefined }

  constructor(layout: MarkerLayout) {
    this.#layout = layout
  }

  setHighlights(highlights: MarkerHighlights): void {
    this.#highlights = highlights
  }

  draw(view: View): void {
    const inView = this.#inView(view)
    const withGlyph = inView.length <= glyphLimit
    const blit = blitter(view)
    const nothingHighlighted = this.#highlights.selected === undefined && this.#highlights.hovered.size === 0
    const onTop: (() => void)[] = []
    for (const { marker, drawnX, drawnY } of inView)
      if (marker.inRoom) blit(view.sprites.room(), drawnX, drawnY)
    for (const moving of inView) {
      const { look, stale } = moving.marker
      const emphasis = nothingHighlighted ? 'none' : this.#emphasis(moving)
      if (emphasis === 'none')
        blit(view.sprites.marker(look, stale, 'none', withGlyph), moving.drawnX, moving.drawnY)
      else
        onTop.push(() => blit(view.sprites.marker(look, stale, emphasis, true), moving.drawnX, moving.drawnY))
    }
    for (const cluster of this.#layout.clusters) {
      const emphasis = this.#clusterEmphasis(cluster)
      const { members, tone, x, y } = cluster
      const draw = () => blit(view.sprites.cluster(members.length, tone, emphasis), x, y)
      if (emphasis === 'none') draw()
      else onTop.push(draw)
    }
    for (const draw of onTop) draw()
  }

  dispose(): void {
    this.#highlights = { hovered: new Set(), selected: undefined, cluster: undefined }
  }

  #inView({ camera }: View): MovingMarker[] {
    const { x, y, width, height } = camera.visible(margin)
    return this.#layout.singles.filter(
      ({ drawnX, drawnY }) => drawnX >= x && drawnX <= x + width && drawnY >= y && drawnY <= y + height,
    )
  }

  #emphasis({ marker }: MovingMarker): Emphasis {
    if (marker.id === this.#highlights.selected) return 'selected'
    return this.#highlights.hovered.has(marker.assetKey) ? 'hovered' : 'none'
  }

  #clusterEmphasis(cluster: Cluster): Emphasis {
    const { hovered, selected, cluster: hoveredCluster } = this.#highlights
    if (selected !== undefined && this.#layout.clusterOf(selected) === cluster) return 'selected'
    if (cluster.id === hoveredCluster) return 'hovered'
    if (hovered.size === 0) return 'none'
    return cluster.members.some(({ marker }) => hovered.has(marker.assetKey)) ? 'hovered' : 'none'
  }
}

/**
 * Returns a function that places sprites on whole device pixels. The camera is read once because it does not change
 * within a frame. The call passes the sprite's size, because a lookup by the browser takes a sixth longer.
 */
function blitter({ ctx, camera, ratio }: View): (sprite: Sprite, x: number, y: number) => void {
  const origin = camera.toScreen({ x: 0, y: 0 })
  const left = origin.x * ratio
  const top = origin.y * ratio
  const scale = camera.scale * ratio
  return ({ image, half }, x, y) => {
    const side = 2 * half
    const dx = Math.round(left + x * scale) - half
    const dy = Math.round(top + y * scale) - half
    ctx.drawImage(image, 0, 0, side, side, dx, dy, side, side)
  }
}
