import { afterEach, describe, expect, it, vi } from 'vitest'
import { emptyLaneDrawing, type LaneDrawing } from './lane-drawing.ts'
import { lanePartOf } from './lane-objects.ts'
import { closeLaneTools, isDrawing, lanesOf, onScreen, openLaneTool } from './testing/open-lane-tool.ts'

afterEach(closeLaneTools)

describe('drawing lanes', () => {
  it('adds a point with each click, until the last point is clicked again', () => {
    const { test, tool } = openLaneTool()
    for (const place of [onScreen(100, 100), onScreen(500, 100), onScreen(500, 400)])
      test.click(place.x, place.y)
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

  it('snaps to near points and lanes', () => {
    const { test, tool } = openLaneTool()
    for (const place of [onScreen(100, 100), onScreen(500, 100)]) test.click(place.x, place.y)
    test.key('Enter')
    for (const place of [onScreen(300, 112), onScreen(300, 500)]) test.click(place.x, place.y)
    test.key('Enter')
    for (const place of [onScreen(508, 92), onScreen(900, 92)]) test.click(place.x, place.y)
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

  it('is undone and redone step by step', () => {
    const { test, tool } = openLaneTool()
    for (const place of [onScreen(100, 100), onScreen(500, 100), onScreen(500, 400)])
      test.click(place.x, place.y)
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

  it('works by keys alone: arrows move a cross, Enter adds a point there', () => {
    const { test, tool } = openLaneTool()
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

describe('editing lanes', () => {
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

  it('moves all points at one place together, and a stop alone', () => {
    const { test, tool } = openLaneTool()
    tool.open(opened)
    test.drag(onScreen(500, 100), onScreen(700, 200))
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
    test.drag(onScreen(900, 900), onScreen(1000, 800))
    expect(tool.state.drawing.stops).toEqual([{ kind: 'lift', name: 'Lift 1', x: 1000, y: 800 }])
    tool.undo()
    tool.undo()
    expect(tool.state.drawing).toBe(opened)
  })

  it('removes a chosen point, lane or stop, and moves it by keys as one step', () => {
    const { test, tool } = openLaneTool()
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

  it("asks for the stop's name when a stop is placed, and ignores places outside the plan", () => {
    const { test, tool } = openLaneTool()
    const placeStop = vi.fn<(place: { x: number; y: number }) => void>()
    tool.setPlaceStop(placeStop)
    tool.setMode('stop')
    test.click(150, 150)
    expect(placeStop.mock.calls).toEqual([[{ x: 300, y: 300 }]])
    expect(tool.state.drawing).toBe(emptyLaneDrawing)
  })
})

describe('the drawn handles', () => {
  it("show the chosen point above another lane's point at the same place", () => {
    const { test, tool } = openLaneTool()
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
