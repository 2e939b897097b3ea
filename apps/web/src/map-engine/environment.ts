import type { Size } from './geometry.ts'

/** What the engine needs from the world around it. Tests give their own clock, frames and canvases. */
export interface MapEnvironment {
  /** Milliseconds, monotonic. */
  now(): number
  requestFrame(draw: () => void): number
  cancelFrame(handle: number): void
  createCanvas(width: number, height: number): HTMLCanvasElement
  /** A finished picture as it is copied cheapest: a canvas may still change, so that each copy must look again. */
  freeze(canvas: HTMLCanvasElement): HTMLCanvasElement | ImageBitmap
  pixelRatio(): number
  reducedMotion(): boolean
  /** Calls back with the element's size now and whenever it or the pixel ratio changes. Returns the unsubscription. */
  observeSize(element: HTMLElement, changed: (size: Size) => void): () => void
}

export const browserEnvironment: MapEnvironment = {
  now: () => performance.now(),
  requestFrame: (draw) => requestAnimationFrame(draw),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  createCanvas: (width, height) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    return canvas
  },
  freeze: (canvas) => {
    if (typeof OffscreenCanvas === 'undefined') return canvas
    const copy = new OffscreenCanvas(canvas.width, canvas.height)
    copy.getContext('2d')?.drawImage(canvas, 0, 0)
    return copy.transferToImageBitmap()
  },
  pixelRatio: () => window.devicePixelRatio || 1,
  reducedMotion: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  observeSize: (element, changed) => {
    const report = () => changed({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(report)
    observer.observe(element)
    // A window dragged to another screen changes the ratio without changing the element.
    window.addEventListener('resize', report)
    report()
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', report)
    }
  },
}
