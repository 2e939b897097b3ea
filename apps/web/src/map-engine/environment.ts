import type { Size } from './geometry.ts'

/** Functions of the browser that the engine needs. Tests provide their own clock, frames and canvases. */
export interface MapEnvironment {
  /** Returns milliseconds of a monotonic clock. */
  now(): number
  requestFrame(draw: () => void): number
  cancelFrame(handle: number): void
  createCanvas(width: number, height: number): HTMLCanvasElement
  /**
   * Returns a finished picture in the form that is cheapest to copy. A canvas may still change, so copying it costs
   * more.
   */
  freeze(canvas: HTMLCanvasElement): HTMLCanvasElement | ImageBitmap
  pixelRatio(): number
  reducedMotion(): boolean
  /**
   * Calls back with the element's size now and after each change of size or pixel ratio. Returns the function that
   * unsubscribes.
   */
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
    // Dragging a window to another screen changes the ratio without changing the element.
    window.addEventListener('resize', report)
    report()
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', report)
    }
  },
}
