import { ResizeObserver as ResizeObserverPolyfill } from '@juggle/resize-observer'
import { installEventFetch } from './stream-fetch.ts'

installEventFetch()

window.ResizeObserver ??= ResizeObserverPolyfill

/** Defines a method unless the browser already has it. */
function define<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  value: Target[Name],
): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

define(Element.prototype, 'replaceChildren', function replaceChildren(this: Element, ...nodes) {
  while (this.lastChild) this.lastChild.remove()
  this.append(...nodes)
})

define(Blob.prototype, 'arrayBuffer', function arrayBuffer(this: Blob) {
  return new Response(this).arrayBuffer()
})
define(Blob.prototype, 'text', function text(this: Blob) {
  return new Response(this).text()
})

/** Draws corners with one radius, or one radius each, clockwise from the upper left. The map needs no other forms. */
define(
  CanvasRenderingContext2D.prototype,
  'roundRect',
  function roundRect(
    this: CanvasRenderingContext2D,
    x: number,
    y: number,
    width: number,
    height: number,
    radii: number | DOMPointInit | Iterable<number | DOMPointInit> = 0,
  ) {
    const corners = (Array.isArray(radii) ? radii : [radii]).map(Number)
    const [a = 0, b = a, c = a, d = b] = corners
    const scale = Math.min(
      1,
      Math.abs(width) / Math.max(a + b, c + d, 1),
      Math.abs(height) / Math.max(a + d, b + c, 1),
    )
    const [upperLeft, upperRight, lowerRight, lowerLeft] = [a * scale, b * scale, c * scale, d * scale]
    this.moveTo(x + upperLeft, y)
    this.arcTo(x + width, y, x + width, y + height, upperRight)
    this.arcTo(x + width, y + height, x, y + height, lowerRight)
    this.arcTo(x, y + height, x, y, lowerLeft)
    this.arcTo(x, y, x + width, y, upperLeft)
    this.closePath()
  },
)
