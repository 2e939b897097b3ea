import type { MonitorMark } from '@wardtrack/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DrawingSurface } from '../../../drawing-surface/drawing-surface.ts'
import { TestMap } from '../../../map-engine/testing/test-map.ts'
import { changesBetween, type MonitorDrawing } from './monitor-drawing.ts'
import { MonitorTool } from './monitor-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

const monitor = (id: string, x: number, y: number): MonitorMark => ({
  hierarchyId: id,
  provider: 'centrak',
  mapId: 'm3',
  type: 'monitor',
  xCoordinate: x,
  yCoordinate: y,
})
const placesOf = (marks: MonitorDrawing) =>
  marks.map(({ hierarchyId, xCoordinate, yCoordinate }) => [hierarchyId, xCoordinate, yCoordinate])

/** Opens a plan of 2000 × 1000 at half size in the middle of a view that is higher than the plan. */
function open(...monitors: MonitorMark[]) {
  const test = new TestMap({ view: { width: 1000, height: 600 } })
  map = test
  const actions = {
    placeMonitor: vi.fn(),
    changeMonitors: vi.fn<(before: MonitorDrawing, after: MonitorDrawing) => void>(),
    removeMonitor: vi.fn(),
    hoverMonitor: vi.fn(),
  }
  const tool = new MonitorTool(actions)
  tool.setSurface(new DrawingSurface())
  test.engine.setTool(tool)
  tool.setMarks(monitors)
  const changes = () =>
    actions.changeMonitors.mock.calls.map(([before, after]) => changesBetween(before, after))
  /** Returns the saved positions of monitors, in order. */
  const saved = () => changes().flatMap(({ placed }) => placesOf(placed))
  const removed = () => changes().flatMap((change) => placesOf(change.removed))
  return { test, tool, actions, saved, removed }
}

describe('placing monitors with a pointer', () => {
  it('asks for a new monitor where the plan is clicked', () => {
    const { test, actions } = open()
    test.click(300, 150)
    expect(actions.placeMonitor.mock.calls).toEqual([[{ x: 600, y: 200 }]])
  })

  it('ignores a click outside the image', () => {
    const { test, actions } = open()
    test.click(300, 40)
    test.click(300, 570)
    expect(actions.placeMonitor).not.toHaveBeenCalled()
  })

  it('chooses the clicked monitor instead of placing another', () => {
    const { test, tool, actions } = open(monitor('a', 600, 400), monitor('b', 640, 400))
    test.click(318, 230)
    expect(tool.state.chosen?.object).toBe('b')
    expect(actions.placeMonitor).not.toHaveBeenCalled()
  })

  it('moves a dragged monitor and keeps the distance between its foot and the pointer', () => {
    const { test, saved } = open(monitor('a', 600, 400))
    test.drag({ x: 300, y: 230 }, { x: 350, y: 260 })
    expect(saved()).toEqual([['a', 700, 460]])
  })

  it('keeps a dragged monitor on the plan', () => {
    const { test, saved } = open(monitor('a', 600, 400))
    test.drag({ x: 300, y: 230 }, { x: 300, y: 900 })
    expect(saved()).toEqual([['a', 600, 1_000]])
  })

  it('pans when a drag begins outside every monitor', () => {
    const { test, actions, saved } = open(monitor('a', 600, 400))
    test.drag({ x: 700, y: 300 }, { x: 720, y: 300 })
    expect(saved()).toEqual([])
    expect(actions.placeMonitor).not.toHaveBeenCalled()
    expect(test.engine.camera.toScreen({ x: 1_000, y: 500 }).x).toBe(520)
  })

  it('reports the monitor under the mouse, once', () => {
    const { test, actions } = open(monitor('a', 600, 400))
    test.hover(300, 230).hover(301, 231).hover(700, 100)
    expect(actions.hoverMonitor.mock.calls).toEqual([['a'], [undefined]])
    expect(test.host.style.cursor).toBe('crosshair')
  })
})

describe('placing monitors with keys', () => {
  it('moves a cross from the middle of the view and asks for a new monitor on Enter', () => {
    const { test, actions } = open()
    test.key('Enter')
    expect(actions.placeMonitor).not.toHaveBeenCalled()
    test.key('ArrowRight', { altKey: true })
    test.key('ArrowDown')
    test.key('Enter')
    expect(actions.placeMonitor.mock.calls).toEqual([[{ x: 1_010, y: 501 }]])
  })

  it('moves the chosen monitor and saves it only on Enter', () => {
    const { test, tool, saved } = open(monitor('a', 600, 400))
    tool.chooseMonitor('a')
    test.key('ArrowLeft')
    test.key('ArrowUp', { altKey: true })
    expect(saved()).toEqual([])
    test.key('Enter')
    expect(saved()).toEqual([['a', 599, 390]])
  })

  it('cancels with Escape, and the monitor stays in place', () => {
    const { test, tool, saved } = open(monitor('a', 600, 400))
    tool.chooseMonitor('a')
    test.key('ArrowLeft')
    test.key('Escape')
    expect(tool.state.chosen).toBeUndefined()
    test.key('Enter')
    expect(saved()).toEqual([])
  })

  it('stops moving when the chosen monitor is removed', () => {
    const { test, tool, saved } = open(monitor('a', 600, 400))
    tool.chooseMonitor('a')
    test.key('ArrowLeft')
    tool.setMarks([])
    test.key('Enter')
    expect(saved()).toEqual([])
  })
})

describe('moving between monitors with keys', () => {
  const two = () => open(monitor('a', 600, 400), monitor('b', 1_000, 500))

  it('chooses them one by one with Tab, and leaves the map after the last and before the first', () => {
    const { test, tool } = two()
    const chosen: (string | undefined)[] = []
    const tab = (shiftKey = false): boolean => {
      const isTaken = test.key('Tab', { shiftKey })
      chosen.push(tool.state.chosen?.object)
      return isTaken
    }
    expect([tab(), tab(), tab(true), tab(true)]).toEqual([true, true, true, true])
    expect(chosen).toEqual(['a', 'b', 'a', undefined])
    expect([tab(), tab(), tab()]).toEqual([true, true, false])
  })

  it('puts the moved monitor down when another is chosen', () => {
    const { test, saved } = two()
    test.key('Tab')
    test.key('ArrowRight', { shiftKey: true })
    test.key('Tab')
    expect(saved()).toEqual([['a', 610, 400]])
    test.key('Tab', { shiftKey: true })
    test.key('ArrowLeft')
    test.key('ArrowRight')
    test.key('Enter')
    expect(saved()).toHaveLength(1)
  })

  it('pans to the chosen monitor if it is outside the view', () => {
    const { test, tool } = two()
    test.engine.setZoom(4)
    test.key('Tab')
    const { x, y } = test.engine.camera.toScreen({ x: 600, y: 400 })
    expect([tool.state.chosen?.object, x > 0 && x < 1_000, y > 0 && y < 600]).toEqual(['a', true, true])
  })

  it('asks to remove the chosen monitor, and does nothing without one', () => {
    const { test, actions } = two()
    test.key('Delete')
    expect(actions.removeMonitor).not.toHaveBeenCalled()
    test.key('Tab')
    test.key('Delete')
    test.key('Backspace')
    expect(actions.removeMonitor.mock.calls.map(([{ hierarchyId }]) => hierarchyId)).toEqual(['a', 'a'])
  })
})

describe('undoing changes of monitors', () => {
  it('undoes and redoes moves, and reports both', () => {
    const { test, tool, saved } = open(monitor('a', 600, 400))
    test.drag({ x: 300, y: 230 }, { x: 350, y: 260 })
    test.key('z', { ctrlKey: true })
    test.key('z', { ctrlKey: true })
    test.key('y', { ctrlKey: true })
    expect(saved()).toEqual([
      ['a', 700, 460],
      ['a', 600, 400],
      ['a', 700, 460],
    ])
    expect([tool.state.canUndo, tool.state.canRedo]).toEqual([true, false])
  })

  it('returns a moved monitor before it undoes a step', () => {
    const { test, saved } = open(monitor('a', 600, 400))
    test.key('Tab')
    test.key('ArrowUp')
    test.key('z', { ctrlKey: true })
    test.key('Enter')
    expect(saved()).toEqual([])
  })

  it('undoes adding and removing, which are already stored', () => {
    const { tool, actions, saved, removed } = open(monitor('a', 600, 400))
    tool.addStored([monitor('a', 600, 400), monitor('b', 10, 20)])
    tool.addStored([monitor('b', 10, 20)])
    expect(actions.changeMonitors).not.toHaveBeenCalled()
    tool.undo()
    expect(saved()).toEqual([['a', 600, 400]])
    tool.undo()
    expect(removed()).toEqual([['b', 10, 20]])
    tool.redo()
    expect(saved().at(-1)).toEqual(['b', 10, 20])
  })

  it('has no steps to undo after changes by others, and keeps the chosen monitor', () => {
    const { test, tool } = open(monitor('a', 600, 400))
    test.drag({ x: 300, y: 230 }, { x: 350, y: 260 })
    tool.setMarks([monitor('a', 700, 460)])
    expect(tool.state.canUndo).toBe(true)
    tool.setMarks([monitor('a', 700, 460), monitor('c', 1, 1)])
    expect([tool.state.canUndo, tool.state.chosen?.object]).toEqual([false, 'a'])
  })
})

describe('with a finger', () => {
  it('takes a monitor within 44 pixels, and leaves more distant touches to the map', () => {
    const { test, tool, actions } = open(monitor('a', 600, 400))
    const touch = { pointerType: 'touch' }
    test.click(321, 222, touch)
    expect(tool.state.chosen?.object).toBe('a')
    test.click(324, 222, touch)
    expect(actions.placeMonitor).toHaveBeenCalledOnce()
  })
})
