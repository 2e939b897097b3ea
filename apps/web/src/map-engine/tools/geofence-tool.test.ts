import { afterEach, describe, expect, it, vi } from 'vitest'
import { TestMap } from '../testing/test-map.ts'
import { GeofenceTool } from './geofence-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

/** A plan of 2000 × 1000 at half size: a point of the view is at twice its numbers on the map. */
function open() {
  const test = new TestMap()
  map = test
  const tool = new GeofenceTool()
  test.engine.setTool(tool)
  const opened = { x: 400, y: 200, width: 400, height: 200 }
  return { test, tool, opened, rect: () => tool.state.rect }
}

describe('drawing a fence with a pointer', () => {
  it('makes a rectangle of a drag, in whole pixels of the plan', () => {
    const { test, rect } = open()
    test.drag({ x: 100.2, y: 50 }, { x: 300, y: 150 })
    expect(rect()).toEqual({ x: 200, y: 100, width: 400, height: 200 })
  })

  it('ends at the edge of the plan when the drag goes beyond it', () => {
    const { test, rect } = open()
    test.drag({ x: 900, y: 400 }, { x: 1_200, y: 700 })
    expect(rect()).toEqual({ x: 1_800, y: 800, width: 200, height: 200 })
  })

  it('draws nothing by a click, and keeps what is there', () => {
    const { test, tool, opened, rect } = open()
    test.click(50, 50)
    expect(rect()).toBeUndefined()
    tool.open(opened)
    test.click(700, 400)
    expect(rect()).toEqual(opened)
  })

  it('corrects a side and a corner by their handles', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    test.drag({ x: 400, y: 150 }, { x: 450, y: 170 })
    expect(rect()).toEqual({ ...opened, width: 500 })
    test.drag({ x: 200, y: 100 }, { x: 150, y: 60 })
    expect(rect()).toEqual({ x: 300, y: 120, width: 600, height: 280 })
  })

  it('moves by its middle, also where it is smaller than its handles', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    test.drag({ x: 300, y: 150 }, { x: 320, y: 140 })
    expect(rect()).toEqual({ ...opened, x: 440, y: 180 })
    tool.open({ x: 400, y: 200, width: 12, height: 12 })
    test.drag({ x: 203, y: 103 }, { x: 233, y: 103 })
    expect(rect()).toEqual({ x: 460, y: 200, width: 12, height: 12 })
  })

  it('draws another rectangle in its place when a drag begins beside it', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    test.drag({ x: 600, y: 300 }, { x: 700, y: 400 })
    expect(rect()).toEqual({ x: 1_200, y: 600, width: 200, height: 200 })
    tool.undo()
    expect(rect()).toEqual(opened)
  })

  it('takes a handle for a finger from as far as 22 px, and for a mouse not beyond 12', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    const touch = { pointerType: 'touch' } as const
    test.pointer('pointerdown', { x: 419, y: 150 }, touch)
    test.pointer('pointermove', { x: 450, y: 150 }, touch).pointer('pointerup', { x: 450, y: 150 }, touch)
    expect(rect()).toEqual({ ...opened, width: 500 })
    tool.open(opened)
    test.drag({ x: 419, y: 150 }, { x: 480, y: 190 })
    expect(rect()).toEqual({ x: 838, y: 300, width: 122, height: 80 })
  })

  it('gives a drag up when a second finger comes, which zooms', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
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

  it('says by the cursor what a drag would do', () => {
    const { test, tool, opened } = open()
    tool.open(opened)
    const cursorAt = (x: number, y: number): string => test.hover(x, y).host.style.cursor
    expect(cursorAt(300, 150)).toBe('move')
    expect(cursorAt(400, 150)).toBe('ew-resize')
    expect(cursorAt(200, 100)).toBe('nwse-resize')
    expect(cursorAt(400, 100)).toBe('nesw-resize')
    expect(cursorAt(700, 400)).toBe('crosshair')
  })
})

describe('drawing a fence with keys', () => {
  it('moves by one pixel and with Alt by ten', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    expect(test.key('ArrowRight')).toBe(true)
    test.key('ArrowUp', { altKey: true })
    expect(rect()).toEqual({ ...opened, x: 401, y: 190 })
  })

  it('resizes with Shift, by ten with Alt as well', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    test.key('ArrowRight', { shiftKey: true })
    test.key('ArrowUp', { shiftKey: true, altKey: true })
    expect(rect()).toEqual({ ...opened, width: 401, height: 190 })
  })

  it('clears with Escape, which can be taken back', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    test.key('Escape')
    expect(rect()).toBeUndefined()
    test.key('z', { ctrlKey: true })
    expect(rect()).toEqual(opened)
    test.key('Z', { ctrlKey: true, shiftKey: true })
    expect(rect()).toBeUndefined()
  })

  it('begins in the middle of the view with Enter, and leaves Enter alone once something is drawn', () => {
    const { test, rect } = open()
    expect(test.key('Enter')).toBe(true)
    expect(rect()).toEqual({ x: 750, y: 375, width: 500, height: 250 })
    test.key('Enter')
    expect(rect()).toEqual({ x: 750, y: 375, width: 500, height: 250 })
  })

  it('takes a run of presses back in one step, and keys after a drag by themselves', () => {
    const { test, tool, rect } = open()
    test.drag({ x: 100, y: 50 }, { x: 300, y: 150 })
    for (let i = 0; i < 5; i++) test.key('ArrowRight')
    test.key('z', { ctrlKey: true })
    expect(rect()).toEqual({ x: 200, y: 100, width: 400, height: 200 })
    test.key('z', { metaKey: true })
    expect(rect()).toBeUndefined()
    expect(tool.state).toEqual({ rect: undefined, canUndo: false, canRedo: true })
  })

  it('leaves zoom to the map', () => {
    const { test, tool, opened } = open()
    tool.open(opened)
    test.key('+')
    expect(test.engine.snapshot.zoom).toBe(1.1)
  })
})

describe('the geofence tool', () => {
  it('tells each change once, and none while a drag goes on', () => {
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

  it('shows its size as it is told to write it', () => {
    const { test, tool, opened } = open()
    const texts = () =>
      test.canvases.flatMap(({ calls }) =>
        calls.filter(({ name }) => name === 'fillText').map((c) => c.args[0]),
      )
    tool.setSizeText(({ width, height }) => `${width} px × ${height} px`)
    tool.open(opened)
    test.frame()
    expect(texts().at(-1)).toBe('400 px × 200 px')
    tool.setSizeText(({ width, height }) => `${width * 0.03} m × ${height * 0.05} m`)
    test.frame()
    expect(texts().at(-1)).toBe('12 m × 10 m')
  })

  it('draws nothing and reacts to nothing once it is taken from the map', () => {
    const { test, tool, opened, rect } = open()
    tool.open(opened)
    test.engine.setTool(undefined)
    test.key('Escape')
    test.drag({ x: 600, y: 300 }, { x: 700, y: 400 })
    expect(rect()).toEqual(opened)
  })
})
