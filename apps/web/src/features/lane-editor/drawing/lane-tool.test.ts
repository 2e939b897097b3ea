import { afterEach, describe, expect, it, vi } from 'vitest'
import { DrawingSurface } from '../../../drawing-surface/drawing-surface.ts'
import { TestMap } from '../../../map-engine/testing/test-map.ts'
import { emptyLaneDrawing, type LaneDrawing, withoutLonePoints } from './lane-drawing.ts'
import { lanePartOf } from './lane-objects.ts'
import { LaneTool } from './lane-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

/** A plan of 2000 × 1000 at half size: a map point is at half its numbers on screen. */
function drawing(): { test: TestMap; tool: LaneTool } {
  const test = new TestMap()
  map = test
  const tool = new LaneTool()
  tool.setSurface(new DrawingSurface())
  test.engine.setTool(tool)
  return { test, tool }
}
const at = (x: number, y: number) => ({ x: x / 2, y: y / 2 })
const lanesOf = ({ state }: LaneTool) =>
  withoutLonePoints(state.drawing).lanes.map((lane) => lane.map(({ x, y }) => [x, y]))
const isDrawing = ({ state }: LaneTool): boolean => state.drawing.open !== undefined

describe('drawing lanes', () => {
  it('adds a point with each click, until the last point is clicked again', () => {
    const { test, tool } = drawing()
    for (const place of [at(100, 100), at(500, 100), at(500, 400)]) test.click(place.x, place.y)
    expect([lanesOf(tool), isDrawing(tool)]).toEqual([
      [
        [
          [100, 100],
          [500, 100],
          [500, 400],
        ],
      ],
      true,
    ])
    test.click(250, 200)
    expect(isDrawing(tool)).toBe(false)
    test.click(450, 50)
    test.key('Escape')
    expect([lanesOf(tool).length, isDrawing(tool)]).toEqual([1, false])
  })

  it('holds to points and lanes that are near', () => {
    const { test, tool } = drawing()
    for (const place of [at(100, 100), at(500, 100)]) test.click(place.x, place.y)
    test.key('Enter')
    for (const place of [at(300, 112), at(300, 500)]) test.click(place.x, place.y)
    test.key('Enter')
    for (const place of [at(508, 92), at(900, 92)]) test.click(place.x, place.y)
    expect(lanesOf(tool).slice(1)).toEqual([
      [
        [300, 100],
        [300, 500],
      ],
      [
        [500, 100],
        [900, 92],
      ],
    ])
  })

  it('is taken back and done again step by step', () => {
    const { test, tool } = drawing()
    for (const place of [at(100, 100), at(500, 100), at(500, 400)]) test.click(place.x, place.y)
    tool.undo()
    expect(lanesOf(tool)).toEqual([
      [
        [100, 100],
        [500, 100],
      ],
    ])
    tool.redo()
    expect(lanesOf(tool)).toEqual([
      [
        [100, 100],
        [500, 100],
        [500, 400],
      ],
    ])
    for (let step = 0; step < 3; step += 1) tool.undo()
    expect([lanesOf(tool), tool.state.drawing === emptyLaneDrawing, tool.state.canUndo]).toEqual([
      [],
      true,
      false,
    ])
  })

  it('goes by keys alone: arrows carry a cross, Enter adds a point there', () => {
    const { test, tool } = drawing()
    test.key('ArrowRight')
    test.key('Enter')
    test.key('ArrowRight', { altKey: true })
    test.key('Enter')
    test.key('Enter')
    expect([lanesOf(tool), isDrawing(tool)]).toEqual([
      [
        [
          [1001, 500],
          [1011, 500],
        ],
      ],
      false,
    ])
  })
})

describe('correcting', () => {
  const opened: LaneDrawing = {
    open: undefined,
    lanes: [
      [
        { x: 100, y: 100 },
        { x: 500, y: 100 },
      ],
      [
        { x: 500, y: 100 },
        { x: 500, y: 600 },
      ],
    ],
    stops: [{ kind: 'lift', name: 'Lift 1', x: 900, y: 900 }],
  }

  it('moves what meets at a point together, and a stop alone', () => {
    const { test, tool } = drawing()
    tool.open(opened)
    test.drag(at(500, 100), at(700, 200))
    expect(lanesOf(tool)).toEqual([
      [
        [100, 100],
        [700, 200],
      ],
      [
        [700, 200],
        [500, 600],
      ],
    ])
    test.drag(at(900, 900), at(1000, 800))
    expect(tool.state.drawing.stops).toEqual([{ kind: 'lift', name: 'Lift 1', x: 1000, y: 800 }])
    tool.undo()
    tool.undo()
    expect(tool.state.drawing).toBe(opened)
  })

  it('removes a point, a whole lane or a stop that is chosen, and moves it by keys as one step', () => {
    const { test, tool } = drawing()
    tool.open(opened)
    tool.setMode('select')
    test.click(450, 450)
    test.key('ArrowLeft')
    test.key('ArrowLeft')
    expect(tool.state.drawing.stops[0]?.x).toBe(898)
    tool.undo()
    expect(tool.state.drawing).toBe(opened)
    test.click(50, 50)
    test.key('Delete')
    expect(lanesOf(tool)).toEqual([
      [
        [500, 100],
        [500, 600],
      ],
    ])
    test.click(250, 300)
    test.key('Delete', { shiftKey: true })
    test.key('Enter')
    expect([lanesOf(tool), lanePartOf(tool.state.chosen)]).toEqual([[], { kind: 'stop', stop: 0 }])
    test.key('Delete')
    expect(tool.state.drawing.stops).toEqual([])
  })

  it('asks what a stop is where one is put, and nowhere beside the plan', () => {
    const { test, tool } = drawing()
    const placeStop = vi.fn<(place: { x: number; y: number }) => void>()
    tool.setPlaceStop(placeStop)
    tool.setMode('stop')
    test.click(150, 150)
    expect(placeStop.mock.calls).toEqual([[{ x: 300, y: 300 }]])
    expect(tool.state.drawing).toBe(emptyLaneDrawing)
  })
})

describe('with keys and fingers', () => {
  const opened: LaneDrawing = {
    open: undefined,
    lanes: [
      [
        { x: 100, y: 100 },
        { x: 500, y: 100 },
      ],
    ],
    stops: [{ kind: 'lift', name: 'Lift 1', x: 900, y: 900 }],
  }

  it('goes by Tab through points and stops, and moves the chosen one, with Shift by 10', () => {
    const { test, tool } = drawing()
    tool.open(opened)
    const taken = [test.key('Tab'), test.key('Tab')]
    test.key('ArrowDown', { shiftKey: true })
    expect([taken, lanesOf(tool)]).toEqual([
      [true, true],
      [
        [
          [100, 100],
          [500, 110],
        ],
      ],
    ])
    expect([test.key('Tab'), lanePartOf(tool.state.chosen)]).toEqual([true, { kind: 'stop', stop: 0 }])
    expect([test.key('Tab'), tool.state.chosen]).toEqual([false, undefined])
  })

  it('takes back and does again with Ctrl + Z and Ctrl + Y, while a lane is drawn too', () => {
    const { test, tool } = drawing()
    for (const place of [at(100, 100), at(500, 100), at(500, 400)]) test.click(place.x, place.y)
    test.key('z', { ctrlKey: true })
    expect([lanesOf(tool)[0]?.length, isDrawing(tool)]).toEqual([2, true])
    test.click(450, 50)
    test.key('Escape')
    expect(lanesOf(tool)).toEqual([
      [
        [100, 100],
        [500, 100],
        [900, 100],
      ],
    ])
    test.key('z', { ctrlKey: true })
    test.key('y', { ctrlKey: true })
    expect(lanesOf(tool)[0]?.length).toBe(3)
  })

  it('puts a point into a stretch by a drag of its middle, and by Insert, which leaves it chosen', () => {
    const { test, tool } = drawing()
    tool.open(opened)
    tool.setMode('select')
    test.drag(at(300, 100), at(300, 200))
    expect([lanesOf(tool)[0], lanePartOf(tool.state.chosen)]).toEqual([
      [
        [100, 100],
        [300, 200],
        [500, 100],
      ],
      { kind: 'point', lane: 0, point: 1 },
    ])
    tool.undo()
    test.key('Tab')
    test.key('Insert')
    test.key('ArrowDown')
    expect(lanesOf(tool)[0]).toEqual([
      [100, 100],
      [300, 101],
      [500, 100],
    ])
  })

  it('takes hold of a point within 44 pixels under a finger', () => {
    const { test, tool } = drawing()
    tool.open(opened)
    tool.setMode('select')
    const touch = { pointerType: 'touch' }
    test.click(70, 70, touch)
    expect(lanePartOf(tool.state.chosen)).toEqual({ kind: 'point', lane: 0, point: 0 })
    test.click(74, 74, touch)
    expect(tool.state.chosen).toBeUndefined()
  })

  it('does not hold to what is near while Alt is held', () => {
    const { test, tool } = drawing()
    tool.open(opened)
    test.click(150, 54, { altKey: true })
    test.click(150, 200)
    test.key('Enter')
    expect(lanesOf(tool)[1]?.[0]).toEqual([300, 108])
  })

  it('takes a lane of one point back, and leaves what was there', () => {
    const { test, tool } = drawing()
    tool.open(opened)
    test.click(200, 300)
    tool.removeLane(0)
    expect([lanesOf(tool), isDrawing(tool)]).toEqual([[], false])
    tool.undo()
    expect(tool.state.drawing).toBe(opened)
  })
})

describe('what is seen', () => {
  it('marks the chosen point above the one of another lane that stands at the same place', () => {
    const { test, tool } = drawing()
    const shared = { x: 500, y: 100 }
    tool.open({
      open: undefined,
      lanes: [
        [{ x: 100, y: 100 }, shared],
        [shared, { x: 500, y: 600 }],
      ],
      stops: [],
    })
    tool.choosePart({ kind: 'point', lane: 0, point: 1 })
    test.frame()
    const radii = test.canvases
      .flatMap(({ calls }) => calls)
      .filter(({ name, args }) => name === 'arc' && args[0] === 250 && args[1] === 50)
      .map(({ args }) => args[2])
    expect(radii.slice(-3)).toEqual([4, 7, 10])
  })
})
