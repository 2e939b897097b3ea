import { afterEach, describe, expect, it, vi } from 'vitest'
import { TestMap } from '../testing/test-map.ts'
import { LaneTool } from './lane-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

/** A plan of 2000 × 1000 at half size: a map point is at half its numbers on screen. */
function drawing(): { test: TestMap; tool: LaneTool } {
  const test = new TestMap()
  map = test
  const tool = new LaneTool()
  test.engine.setTool(tool)
  return { test, tool }
}
const at = (x: number, y: number) => ({ x: x / 2, y: y / 2 })
const lanesOf = ({ editing }: LaneTool) =>
  editing.state.drawing.lanes.map((lane) => lane.map(({ x, y }) => [x, y]))

describe('drawing lanes', () => {
  it('adds a point with each click, until the last point is clicked again', () => {
    const { test, tool } = drawing()
    for (const place of [at(100, 100), at(500, 100), at(500, 400)]) test.click(place.x, place.y)
    expect([lanesOf(tool), tool.editing.state.isDrawing]).toEqual([
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
    expect(tool.editing.state.isDrawing).toBe(false)
    test.click(450, 50)
    test.key('Escape')
    expect([lanesOf(tool).length, tool.editing.state.isDrawing]).toEqual([1, false])
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
    tool.editing.undo()
    expect(lanesOf(tool)).toEqual([
      [
        [100, 100],
        [500, 100],
      ],
    ])
    tool.editing.redo()
    expect(lanesOf(tool)).toEqual([
      [
        [100, 100],
        [500, 100],
        [500, 400],
      ],
    ])
    for (let step = 0; step < 3; step += 1) tool.editing.undo()
    expect([lanesOf(tool), tool.editing.state.isChanged, tool.editing.state.canUndo]).toEqual([
      [],
      false,
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
    expect([lanesOf(tool), tool.editing.state.isDrawing]).toEqual([
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
  const opened = {
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
    stops: [{ kind: 'lift' as const, name: 'Lift 1', x: 900, y: 900 }],
  }

  it('moves what meets at a point together, and a stop alone', () => {
    const { test, tool } = drawing()
    tool.editing.open(opened)
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
    expect(tool.editing.state.drawing.stops).toEqual([{ kind: 'lift', name: 'Lift 1', x: 1000, y: 800 }])
    tool.editing.undo()
    tool.editing.undo()
    expect([tool.editing.state.drawing, tool.editing.state.isChanged]).toEqual([opened, false])
  })

  it('removes a point, a whole lane or a stop that is chosen, and moves it by keys as one step', () => {
    const { test, tool } = drawing()
    tool.editing.open(opened)
    tool.setMode('select')
    test.click(450, 450)
    test.key('ArrowLeft')
    test.key('ArrowLeft')
    expect(tool.editing.state.drawing.stops[0]?.x).toBe(898)
    tool.editing.undo()
    expect(tool.editing.state.isChanged).toBe(false)
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
    expect([lanesOf(tool), tool.editing.state.selected]).toEqual([[], { kind: 'stop', stop: 0 }])
    test.key('Delete')
    expect(tool.editing.state.drawing.stops).toEqual([])
  })

  it('asks what a stop is where one is put, and nowhere beside the plan', () => {
    const { test, tool } = drawing()
    const placeStop = vi.fn<(place: { x: number; y: number }) => void>()
    tool.setPlaceStop(placeStop)
    tool.setMode('stop')
    test.click(150, 150)
    expect(placeStop.mock.calls).toEqual([[{ x: 300, y: 300 }]])
    expect(tool.editing.state.isChanged).toBe(false)
  })
})
