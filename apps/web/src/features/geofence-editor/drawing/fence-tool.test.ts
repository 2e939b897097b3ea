import { afterEach, describe, expect, it, vi } from 'vitest'
import { DrawingSurface } from '../../../drawing-surface/drawing-surface.ts'
import type { Rect } from '../../../map-engine/index.ts'
import { TestMap } from '../../../map-engine/testing/test-map.ts'
import { boxOf, shapeOf } from './fence-shape.ts'
import { FenceTool } from './fence-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

/** Opens a plan of 2000 × 1000 at half size, so screen coordinates are half the map coordinates. */
function open() {
  const test = new TestMap()
  map = test
  const tool = new FenceTool()
  tool.setSurface(new DrawingSurface())
  test.engine.setTool(tool)
  const opened = { x: 400, y: 200, width: 400, height: 200 }
  const openRect = (rect: Rect): void => tool.open({ kind: 'rectangle', rect })
  const rect = (): Rect | undefined => {
    const shape = shapeOf(tool.state.drawing)
    return shape && boxOf(shape)
  }
  return { test, tool, opened, openRect, rect }
}

describe('drawing a geofence with a pointer', () => {
  it('creates a rectangle from a drag, in whole pixels of the plan', () => {
    const { test, rect } = open()
    test.drag({ x: 100.2, y: 50 }, { x: 300, y: 150 })
    expect(rect()).toEqual({ x: 200, y: 100, width: 400, height: 200 })
  })

  it('ends at the edge of the plan when the drag leaves it', () => {
    const { test, rect } = open()
    test.drag({ x: 900, y: 400 }, { x: 1_200, y: 700 })
    expect(rect()).toEqual({ x: 1_800, y: 800, width: 200, height: 200 })
  })

  it('draws nothing by a click, and keeps the drawing', () => {
    const { test, opened, openRect, rect } = open()
    test.click(50, 50)
    expect(rect()).toBeUndefined()
    openRect(opened)
    test.click(700, 400)
    expect(rect()).toEqual(opened)
  })

  it('corrects a side and a corner by their handles', () => {
    const { test, opened, openRect, rect } = open()
    openRect(opened)
    test.drag({ x: 400, y: 150 }, { x: 450, y: 170 })
    expect(rect()).toEqual({ ...opened, width: 500 })
    test.drag({ x: 200, y: 100 }, { x: 150, y: 60 })
    expect(rect()).toEqual({ x: 300, y: 120, width: 600, height: 280 })
  })

  it('moves by its middle, even if the shape is smaller than its handles', () => {
    const { test, opened, openRect, rect } = open()
    openRect(opened)
    test.drag({ x: 300, y: 150 }, { x: 320, y: 140 })
    expect(rect()).toEqual({ ...opened, x: 440, y: 180 })
    openRect({ x: 400, y: 200, width: 12, height: 12 })
    test.drag({ x: 203, y: 103 }, { x: 233, y: 103 })
    expect(rect()).toEqual({ x: 460, y: 200, width: 12, height: 12 })
  })

  it('draws a new rectangle instead when a drag begins outside the old one', () => {
    const { test, tool, opened, openRect, rect } = open()
    openRect(opened)
    test.drag({ x: 600, y: 300 }, { x: 700, y: 400 })
    expect(rect()).toEqual({ x: 1_200, y: 600, width: 200, height: 200 })
    tool.undo()
    expect(rect()).toEqual(opened)
  })

  it('takes a handle for a finger within 22 px, and for a mouse within 12', () => {
    const { test, opened, openRect, rect } = open()
    openRect(opened)
    const touch = { pointerType: 'touch' } as const
    test.pointer('pointerdown', { x: 419, y: 150 }, touch)
    test.pointer('pointermove', { x: 450, y: 150 }, touch).pointer('pointerup', { x: 450, y: 150 }, touch)
    expect(rect()).toEqual({ ...opened, width: 500 })
    openRect(opened)
    test.drag({ x: 419, y: 150 }, { x: 480, y: 190 })
    expect(rect()).toEqual({ x: 838, y: 300, width: 122, height: 80 })
  })

  it('cancels a drag when a second finger starts zooming', () => {
    const { test, tool, opened, openRect, rect } = open()
    openRect(opened)
    const finger = (pointerId: number) => ({ pointerType: 'touch', pointerId }) as const
    test.pointer('pointerdown', { x: 600, y: 300 }, finger(1))
    test.pointer('pointermove', { x: 650, y: 340 }, finger(1))
    test.pointer('pointerdown', { x: 700, y: 400 }, finger(2))
    test.pointer('pointermove', { x: 800, y: 480 }, finger(2))
    test
      .pointer('pointerup', { x: 800, y: 480 }, finger(2))
      .pointer('pointerup', { x: 650, y: 340 }, finger(1))
    expect(rect()).toEqual(opened)
    expect(tool.state.canUndo).toBe(false)
    expect(test.engine.snapshot.zoom).toBeGreaterThan(1)
  })

  it('leaves the pointer to the plan while it does not draw', () => {
    const { test, tool, rect } = open()
    tool.setDrawing(false)
    test.drag({ x: 500, y: 250 }, { x: 560, y: 230 })
    expect(rect()).toBeUndefined()
    expect(test.engine.camera.toScreen({ x: 1_000, y: 500 })).toEqual({ x: 560, y: 230 })
  })

  it('shows the effect of a drag by the cursor', () => {
    const { test, opened, openRect } = open()
    openRect(opened)
    const cursorAt = (x: number, y: number): string => test.hover(x, y).host.style.cursor
    expect(cursorAt(300, 150)).toBe('move')
    expect(cursorAt(400, 150)).toBe('ew-resize')
    expect(cursorAt(200, 100)).toBe('nwse-resize')
    expect(cursorAt(400, 100)).toBe('nesw-resize')
    expect(cursorAt(700, 400)).toBe('crosshair')
  })
})

describe('drawing a geofence with keys', () => {
  it('moves by one pixel, with Shift or Alt by ten', () => {
    const { test, opened, openRect, rect } = open()
    openRect(opened)
    expect(test.key('ArrowRight')).toBe(true)
    test.key('ArrowUp', { altKey: true })
    expect(rect()).toEqual({ ...opened, x: 401, y: 190 })
    test.key('ArrowDown', { shiftKey: true })
    expect(rect()).toEqual({ ...opened, x: 401, y: 200 })
  })

  it('resizes by ten with Shift and Alt, and by one at a corner that Tab has reached', () => {
    const { test, tool, opened, openRect, rect } = open()
    openRect(opened)
    test.key('ArrowUp', { shiftKey: true, altKey: true })
    expect(rect()).toEqual({ ...opened, height: 190 })
    for (let i = 0; i < 3; i++) expect(test.key('Tab')).toBe(true)
    expect(tool.state.chosen?.handle).toBe('lower-right')
    test.key('ArrowRight')
    expect(rect()).toEqual({ ...opened, width: 401, height: 190 })
  })

  it('clears with Escape, which can be undone', () => {
    const { test, opened, openRect, rect } = open()
    openRect(opened)
    test.key('Escape')
    expect(rect()).toBeUndefined()
    test.key('z', { ctrlKey: true })
    expect(rect()).toEqual(opened)
    test.key('Z', { ctrlKey: true, shiftKey: true })
    expect(rect()).toBeUndefined()
  })

  it('begins in the middle of the view with Enter, and ignores Enter once a shape exists', () => {
    const { test, rect } = open()
    expect(test.key('Enter')).toBe(true)
    expect(rect()).toEqual({ x: 750, y: 375, width: 500, height: 250 })
    test.key('Enter')
    expect(rect()).toEqual({ x: 750, y: 375, width: 500, height: 250 })
  })

  it('undoes a series of presses in one step, and keys after a drag separately', () => {
    const { test, tool, rect } = open()
    test.drag({ x: 100, y: 50 }, { x: 300, y: 150 })
    for (let i = 0; i < 5; i++) test.key('ArrowRight')
    test.key('z', { ctrlKey: true })
    expect(rect()).toEqual({ x: 200, y: 100, width: 400, height: 200 })
    test.key('z', { metaKey: true })
    expect(rect()).toBeUndefined()
    expect(tool.state).toEqual({ drawing: undefined, chosen: undefined, canUndo: false, canRedo: true })
  })

  it('leaves zooming to the map', () => {
    const { test, opened, openRect } = open()
    openRect(opened)
    test.key('+')
    expect(test.engine.snapshot.zoom).toBe(1.1)
  })
})

describe('the geofence tool', () => {
  it('reports each change once, and none during a drag', () => {
    const { test, tool } = open()
    const listener = vi.fn()
    tool.subscribe(listener)
    test.pointer('pointerdown', { x: 100, y: 50 }).pointer('pointermove', { x: 300, y: 150 })
    expect(listener).not.toHaveBeenCalled()
    test.pointer('pointerup', { x: 300, y: 150 })
    expect(listener).toHaveBeenCalledTimes(1)
    test.drag({ x: 700, y: 600 }, { x: 800, y: 700 })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('shows its size in the given format', () => {
    const { test, tool, opened, openRect } = open()
    const texts = () =>
      test.canvases.flatMap(({ calls }) =>
        calls.filter(({ name }) => name === 'fillText').map((c) => c.args[0]),
      )
    tool.setLabel((shape) => `${boxOf(shape).width} px × ${boxOf(shape).height} px`)
    openRect(opened)
    test.frame()
    expect(texts().at(-1)).toBe('400 px × 200 px')
    tool.setLabel((shape) => `${boxOf(shape).width * 0.03} m × ${boxOf(shape).height * 0.05} m`)
    test.frame()
    expect(texts().at(-1)).toBe('12 m × 10 m')
  })

  it('draws nothing and ignores input once it is removed from the map', () => {
    const { test, opened, openRect, rect } = open()
    openRect(opened)
    test.engine.setTool(undefined)
    test.key('Escape')
    test.drag({ x: 600, y: 300 }, { x: 700, y: 400 })
    expect(rect()).toEqual(opened)
  })
})
