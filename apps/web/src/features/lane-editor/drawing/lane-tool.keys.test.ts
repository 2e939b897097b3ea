import { afterEach, describe, expect, it } from 'vitest'
import { type LaneDrawing } from './lane-drawing.ts'
import { lanePartOf } from './lane-objects.ts'
import { closeLaneTools, isDrawing, lanesOf, onScreen, openLaneTool } from './testing/open-lane-tool.ts'

afterEach(closeLaneTools)

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

  it('moves by Tab through points and stops, and moves the chosen one by arrows, with Shift by 10', () => {
    const { test, tool } = openLaneTool()
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

  it('undoes and redoes with Ctrl + Z and Ctrl + Y, also while a lane is drawn', () => {
    const { test, tool } = openLaneTool()
    for (const place of [onScreen(100, 100), onScreen(500, 100), onScreen(500, 400)])
      test.click(place.x, place.y)
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

  it('inserts a point into a segment by a drag of its middle, and by Insert, which chooses the point', () => {
    const { test, tool } = openLaneTool()
    tool.open(opened)
    tool.setMode('select')
    test.drag(onScreen(300, 100), onScreen(300, 200))
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

  it('takes a point within 44 pixels of a finger', () => {
    const { test, tool } = openLaneTool()
    tool.open(opened)
    tool.setMode('select')
    const touch = { pointerType: 'touch' }
    test.click(70, 70, touch)
    expect(lanePartOf(tool.state.chosen)).toEqual({ kind: 'point', lane: 0, point: 0 })
    test.click(74, 74, touch)
    expect(tool.state.chosen).toBeUndefined()
  })

  it('does not snap while Alt is held', () => {
    const { test, tool } = openLaneTool()
    tool.open(opened)
    test.click(150, 54, { altKey: true })
    test.click(150, 200)
    test.key('Enter')
    expect(lanesOf(tool)[1]?.[0]).toEqual([300, 108])
  })

  it('removes a lane of one point, and keeps the rest', () => {
    const { test, tool } = openLaneTool()
    tool.open(opened)
    test.click(200, 300)
    tool.removeLane(0)
    expect([lanesOf(tool), isDrawing(tool)]).toEqual([[], false])
    tool.undo()
    expect(tool.state.drawing).toBe(opened)
  })
})
