/** A recorded drawing call. */
export interface DrawCall {
  readonly name: string
  readonly args: readonly unknown[]
}

/** Return values of the methods whose results are used. */
const answers: Readonly<Record<string, (...args: number[]) => unknown>> = {
  measureText: () => ({ width: 40 }),
  createRadialGradient: () => ({ addColorStop: () => undefined }),
  getImageData: (_x, _y, width = 1, height = 1) => ({ data: new Uint8ClampedArray(width * height * 4) }),
}

/**
 * Creates a 2D context that draws nothing and records its calls, because jsdom has no canvas. It has every method of
 * a real context, and properties keep their values.
 */
export function fakeContext(calls: DrawCall[]): CanvasRenderingContext2D {
  const written: Record<string, unknown> = {}
  const handler: ProxyHandler<Record<string, unknown>> = {
    get: (target, name) => {
      if (typeof name !== 'string' || name in target) return target[String(name)]
      return (...args: unknown[]) => {
        calls.push({ name, args })
        return answers[name]?.(...(args as number[]))
      }
    },
  }
  return new Proxy(written, handler) as unknown as CanvasRenderingContext2D
}

/** Creates a canvas element with a fake context. `calls` collects its drawing calls. */
export function fakeCanvas(
  width: number,
  height: number,
): HTMLCanvasElement & { readonly calls: DrawCall[] } {
  const calls: DrawCall[] = []
  const context = fakeContext(calls)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  Object.defineProperty(canvas, 'getContext', { value: () => context })
  return Object.assign(canvas, { calls })
}

/**
 * Gives every canvas of the page a fake context, for tests of components that draw. Returns the function that
 * restores.
 */
export function stubCanvases(): () => void {
  const contexts = new WeakMap<object, CanvasRenderingContext2D>()
  function getContext(this: HTMLCanvasElement): CanvasRenderingContext2D {
    const known = contexts.get(this)
    if (known) return known
    const context = Object.assign(fakeContext([]), { canvas: this })
    contexts.set(this, context)
    return context
  }
  const { prototype } = HTMLCanvasElement
  const { getContext: realContext, toDataURL: realData } = prototype
  Object.assign(prototype, { getContext, toDataURL: () => 'data:,' })
  return () => Object.assign(prototype, { getContext: realContext, toDataURL: realData })
}
