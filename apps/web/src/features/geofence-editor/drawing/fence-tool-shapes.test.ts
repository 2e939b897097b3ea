import { afterEach, describe, expect, it } from 'vitest'
import { DrawingSurface } from '../../../drawing-surface/drawing-surface.ts'
import { TestMap } from '../../../map-engine/testing/test-map.ts'
import { outlineToSnap } from './fence-outline.ts'
import type { FenceShape, ShapeKind } from './fence-shape.ts'
import { FenceTool } from './fence-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

/** Opens a plan of 2000 × 1000 at half size, so screen coordinates are half the map coordinates. */
function open(kind: ShapeKind, shape?: FenceShape) {
  const test = new TestMap()
  map = test
  const tool = new FenceTool()
  tool.setSurface(new DrawingSurface())
  tool.setKind(kind)
  test.engine.setTool(tool)
  if (shape) tool.open(shape)
  const points = () => {
    const { drawing } = tool.state
    return drawing && 'points' in drawing ? drawing.points.map(({ x, y }) => [x, y]) : undefined
  }
  return { test, tool, points, drawing: () => tool.state.drawing }
}

const bent: FenceShape = {
  kind: 'polygon',
  points: [
    { x: 400, y: 200 },
    { x: 1_200, y: 200 },
    { x: 1_200, y: 400 },
    { x: 800, y: 400 },
    { x: 800, y: 800 },
    { x: 400, y: 800 },
  ],
}
const drawTriangle = (test: TestMap): TestMap => test.click(100, 100).click(300, 100).click(300, 250)
const triangle = [
  [200, 200],
  [600, 200],
  [600, 500],
]

describe('a polygon', () => {
  it('is drawn click by click and closed by its first corner', () => {
    const { test, drawing, points } = open('polygon')
    drawTriangle(test)
    expect(drawing()?.kind).toBe('open')
    test.click(103, 98)
    expect(drawing()?.kind).toBe('polygon')
    expect(points()).toEqual(triangle)
  })

  it('is closed by its first corner, even if the mouse shows the position of the next corner', () => {
    const { test, drawing, points } = open('polygon')
    for (const [x, y] of [
      [100, 100],
      [300, 100],
      [300, 250],
      [102, 101],
    ] as const)
      test.hover(x, y).click(x, y)
    expect(drawing()?.kind).toBe('polygon')
    expect(points()).toEqual(triangle)
  })

  it('is closed by Enter or a second press on its last corner, from three corners on', () => {
    const { test, tool, drawing } = open('polygon')
    test.click(100, 100).click(300, 100)
    test.key('Enter')
    test.click(300, 100)
    expect(drawing()?.kind).toBe('open')
    test.click(300, 250)
    test.key('Enter')
    expect(drawing()?.kind).toBe('polygon')
    tool.clear()
    drawTriangle(test).click(300, 250)
    expect(drawing()?.kind).toBe('polygon')
  })

  it('undoes its corners one by one, and drops all of them by Escape', () => {
    const { test, tool, drawing, points } = open('polygon')
    drawTriangle(test)
    tool.undo()
    expect(points()).toEqual(triangle.slice(0, 2))
    test.key('Escape')
    expect(drawing()).toBeUndefined()
    tool.undo()
    expect(points()).toEqual(triangle.slice(0, 2))
  })

  it('leaves drags outside its corners to the plan, and clicks outside it only once it is closed', () => {
    const { test, points } = open('polygon', bent)
    test.click(700, 400)
    test.drag({ x: 700, y: 400 }, { x: 720, y: 380 })
    expect(points()).toEqual(bent.points.map(({ x, y }) => [x, y]))
    expect(test.engine.camera.toScreen({ x: 1_000, y: 500 })).toEqual({ x: 520, y: 230 })
  })

  it('moves dragged corners, creates corners from its edges, and moves as a whole', () => {
    const { test, tool, points } = open('polygon', bent)
    test.drag({ x: 400, y: 200 }, { x: 420, y: 220 })
    expect(points()?.[3]).toEqual([840, 440])
    expect(tool.chosenCorner).toBe(3)
    test.drag({ x: 400, y: 100 }, { x: 400, y: 60 })
    expect(points()).toHaveLength(7)
    expect(points()?.[1]).toEqual([800, 120])
    expect(tool.chosenCorner).toBe(1)
    test.drag({ x: 260, y: 300 }, { x: 270, y: 310 })
    expect(points()?.[0]).toEqual([420, 220])
    expect(tool.chosenCorner).toBeUndefined()
  })

  it('moves by its area, not by its bounding rectangle', () => {
    const { test, points } = open('polygon', bent)
    test.drag({ x: 500, y: 300 }, { x: 530, y: 300 })
    expect(points()?.[0]).toEqual([400, 200])
  })

  it('removes a pressed corner by Delete, but none of its last three', () => {
    const { test, tool, points } = open('polygon', bent)
    for (let left = 6; left > 3; left--) {
      test.key('Tab')
      test.key('Delete')
      expect(points()).toHaveLength(left - 1)
    }
    test.key('Tab')
    expect(test.key('Backspace')).toBe(true)
    expect(points()).toHaveLength(3)
    while (tool.undo());
    expect(points()).toHaveLength(6)
  })

  it('stops at the edges of the plan', () => {
    const { test, points } = open('polygon', bent)
    test.drag({ x: 400, y: 200 }, { x: 1_400, y: 900 })
    expect(points()?.[3]).toEqual([2_000, 1_000])
  })
})

describe('a polygon by keys', () => {
  it('moves by Tab from corner to corner and leaves the map at the end; Shift + Tab moves back', () => {
    const { test, tool } = open('polygon', bent)
    for (let corner = 0; corner < 6; corner++) {
      expect(test.key('Tab')).toBe(true)
      expect(tool.chosenCorner).toBe(corner)
    }
    expect(test.key('Tab')).toBe(false)
    expect(tool.chosenCorner).toBeUndefined()
    test.key('Tab')
    expect(test.key('Tab', { shiftKey: true })).toBe(true)
    expect(tool.chosenCorner).toBeUndefined()
    expect(test.key('Tab', { shiftKey: true })).toBe(false)
  })

  it('moves a corner by one pixel, with Shift by ten, and the whole shape after Escape', () => {
    const { test, points } = open('polygon', bent)
    test.key('Tab')
    test.key('ArrowLeft')
    test.key('ArrowDown', { shiftKey: true })
    expect(points()?.slice(0, 2)).toEqual([
      [399, 210],
      [1_200, 200],
    ])
    test.key('Escape')
    test.key('ArrowRight', { shiftKey: true })
    expect(points()?.slice(0, 2)).toEqual([
      [409, 210],
      [1_210, 200],
    ])
  })

  it('inserts a corner after the chosen one by Insert', () => {
    const { test, tool, points } = open('polygon', bent)
    test.key('Tab')
    test.key('Insert')
    expect(points()?.[1]).toEqual([800, 200])
    expect(tool.chosenCorner).toBe(1)
  })

  it('is drawn corner by corner with arrows and the space bar, from the middle of the view', () => {
    const { test, drawing, points } = open('polygon')
    test.key(' ')
    for (const key of ['ArrowRight', 'ArrowDown']) {
      for (let i = 0; i < 3; i++) test.key(key, { shiftKey: true })
      test.key(' ')
    }
    test.key('Enter')
    expect(drawing()?.kind).toBe('polygon')
    expect(points()).toEqual([
      [1_000, 500],
      [1_030, 500],
      [1_030, 530],
    ])
  })
})

describe('a circle', () => {
  it('is drawn outwards from its centre, as far as the plan allows', () => {
    const { test, drawing } = open('circle')
    test.drag({ x: 500, y: 250 }, { x: 560, y: 330 })
    expect(drawing()).toEqual({ kind: 'circle', centre: { x: 1_000, y: 500 }, radius: 200 })
    test.drag({ x: 50, y: 50 }, { x: 200, y: 50 })
    expect(drawing()).toEqual({ kind: 'circle', centre: { x: 100, y: 100 }, radius: 100 })
  })

  it('changes its radius by four handles, and moves by its middle', () => {
    const circle: FenceShape = { kind: 'circle', centre: { x: 1_000, y: 500 }, radius: 200 }
    const { test, drawing } = open('circle', circle)
    test.drag({ x: 600, y: 250 }, { x: 620, y: 250 })
    expect(drawing()).toEqual({ ...circle, radius: 240 })
    test.drag({ x: 500, y: 130 }, { x: 500, y: 150 })
    expect(drawing()).toEqual({ ...circle, radius: 200 })
    test.drag({ x: 500, y: 250 }, { x: 510, y: 255 })
    expect(drawing()).toEqual({ ...circle, centre: { x: 1_020, y: 510 } })
    test.key('Tab')
    test.key('ArrowRight', { shiftKey: true })
    expect(drawing()).toEqual({ ...circle, centre: { x: 1_020, y: 510 }, radius: 210 })
  })

  it('is drawn in the middle of the view by Enter', () => {
    const { test, drawing } = open('circle')
    test.key('Enter')
    expect(drawing()).toEqual({ kind: 'circle', centre: { x: 1_000, y: 500 }, radius: 125 })
  })
})

describe('another kind of shape', () => {
  it('replaces the existing shape, which Undo restores', () => {
    const { test, tool, drawing } = open('circle', bent)
    test.drag({ x: 700, y: 350 }, { x: 740, y: 350 })
    expect(drawing()?.kind).toBe('circle')
    tool.undo()
    expect(drawing()).toEqual(bent)
  })

  it('drops corners of an open polygon', () => {
    const { test, tool, drawing } = open('polygon')
    drawTriangle(test)
    tool.setKind('circle')
    expect(drawing()).toBeUndefined()
  })
})

describe('a shape beside another geofence', () => {
  const ward = outlineToSnap({ kind: 'rectangle', rect: { x: 1_000, y: 200, width: 400, height: 400 } })

  it('snaps to its corners and edges, unless Alt is held', () => {
    const { test, tool, drawing } = open('rectangle')
    tool.setSnapOutlines([ward])
    test.drag({ x: 300, y: 97 }, { x: 497, y: 200 })
    expect(drawing()).toEqual({ kind: 'rectangle', rect: { x: 600, y: 194, width: 400, height: 206 } })
    test.drag({ x: 500, y: 200 }, { x: 503, y: 298 })
    expect(drawing()).toEqual({ kind: 'rectangle', rect: { x: 600, y: 194, width: 400, height: 406 } })
    const alt = { altKey: true }
    test.pointer('pointerdown', { x: 500, y: 300 }, alt)
    test.pointer('pointermove', { x: 506, y: 296 }, alt).pointer('pointerup', { x: 506, y: 296 }, alt)
    expect(drawing()).toEqual({ kind: 'rectangle', rect: { x: 600, y: 194, width: 412, height: 398 } })
  })

  it('snaps its dragged corners to those of the other, and moves to them as a whole', () => {
    const { test, tool, points } = open('polygon')
    tool.setSnapOutlines([ward])
    test.click(498, 102).click(400, 100).click(400, 150).key('Enter')
    expect(points()?.[0]).toEqual([1_000, 200])
    test.drag({ x: 420, y: 115 }, { x: 400, y: 300 })
    expect(points()?.[0]).toEqual([960, 570])
    test.drag({ x: 400, y: 300 }, { x: 418, y: 313 })
    expect(points()?.[0]).toEqual([1_000, 600])
  })
})
