import { afterEach, describe, expect, it, vi } from 'vitest'
import { DrawingSurface } from '../../../drawing-surface/drawing-surface.ts'
import { TestMap } from '../../../map-engine/testing/test-map.ts'
import { lengthOf, RulerTool } from './ruler-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

/** Opens a plan of 2000 × 1000 at half size, so screen coordinates are half the map coordinates. */
function measuring(): { test: TestMap; ruler: RulerTool; listener: ReturnType<typeof vi.fn<() => void>> } {
  const test = new TestMap()
  map = test
  const ruler = new RulerTool()
  ruler.setSurface(new DrawingSurface())
  const listener = vi.fn<() => void>()
  ruler.subscribe(listener)
  test.engine.setTool(ruler)
  ruler.setMeasuring(true)
  return { test, ruler, listener }
}

describe('measuring a line', () => {
  it('is a drag, in whole pixels of the plan, reported once', () => {
    const { test, ruler, listener } = measuring()
    test.drag({ x: 100, y: 100 }, { x: 400, y: 100 })
    expect(ruler.line).toEqual({ from: { x: 200, y: 200 }, to: { x: 800, y: 200 } })
    expect(ruler.line && lengthOf(ruler.line)).toBe(600)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is corrected by its ends and replaced by a drag elsewhere', () => {
    const { test, ruler } = measuring()
    test.drag({ x: 100, y: 100 }, { x: 400, y: 100 })
    test.drag({ x: 405, y: 96 }, { x: 400, y: 300 })
    expect(ruler.line).toEqual({ from: { x: 200, y: 200 }, to: { x: 800, y: 600 } })
    test.drag({ x: 600, y: 400 }, { x: 700, y: 400 })
    expect(ruler.line).toEqual({ from: { x: 1200, y: 800 }, to: { x: 1400, y: 800 } })
  })

  it('ends at the edge of the plan', () => {
    const { test, ruler } = measuring()
    test.drag({ x: 900, y: 400 }, { x: 1500, y: 900 })
    expect(ruler.line?.to).toEqual({ x: 2000, y: 1000 })
  })

  it('is created, moved, turned and removed by keys', () => {
    const { test, ruler } = measuring()
    expect(test.key('Enter')).toBe(true)
    expect(ruler.line).toEqual({ from: { x: 500, y: 500 }, to: { x: 1500, y: 500 } })
    test.key('ArrowRight')
    expect(ruler.line?.to).toEqual({ x: 1501, y: 500 })
    test.key('Enter')
    test.key('ArrowUp')
    expect(ruler.line?.from).toEqual({ x: 500, y: 499 })
    test.key('Escape')
    expect(ruler.line).toBeUndefined()
  })

  it('leaves pointer and keys to the map outside measuring', () => {
    const { test, ruler } = measuring()
    ruler.setMeasuring(false)
    test.drag({ x: 100, y: 100 }, { x: 400, y: 100 })
    expect(ruler.line).toBeUndefined()
    expect(test.key('Escape')).toBe(true)
  })
})
