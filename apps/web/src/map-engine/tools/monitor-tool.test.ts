import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MapPin } from '../marker.ts'
import { TestMap } from '../testing/test-map.ts'
import { HoverTool } from './hover-tool.ts'
import { MonitorTool } from './monitor-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

const monitor = (id: string, x: number, y: number): MapPin => ({ id, kind: 'monitor', x, y, label: id })

/** A plan of 2000 × 1000 at half size in the middle of a view that is higher than the plan. */
function open(...monitors: MapPin[]) {
  const test = new TestMap({ view: { width: 1000, height: 600 } })
  map = test
  const actions = {
    placeMonitor: vi.fn(),
    moveMonitor: vi.fn(),
    selectMonitor: vi.fn(),
    hoverMonitor: vi.fn(),
  }
  const tool = new MonitorTool(actions)
  test.engine.setTool(tool)
  tool.setMonitors(monitors)
  return { test, tool, actions }
}

describe('placing monitors with a pointer', () => {
  it('asks for a monitor where the plan is clicked', () => {
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

  it('chooses the monitor that is clicked instead of placing another', () => {
    const { test, actions } = open(monitor('a', 600, 400), monitor('b', 640, 400))
    test.click(318, 230)
    expect(actions.selectMonitor.mock.calls).toEqual([['b']])
    expect(actions.placeMonitor).not.toHaveBeenCalled()
  })

  it('moves a dragged monitor, its foot as far from the pointer as it was', () => {
    const { test, actions } = open(monitor('a', 600, 400))
    test.drag({ x: 300, y: 230 }, { x: 350, y: 260 })
    expect(actions.moveMonitor.mock.calls).toEqual([['a', { x: 700, y: 460 }]])
  })

  it('keeps a dragged monitor on the plan', () => {
    const { test, actions } = open(monitor('a', 600, 400))
    test.drag({ x: 300, y: 230 }, { x: 300, y: 900 })
    expect(actions.moveMonitor.mock.calls).toEqual([['a', { x: 600, y: 1_000 }]])
  })

  it('pans where a drag begins beside every monitor', () => {
    const { test, actions } = open(monitor('a', 600, 400))
    test.drag({ x: 700, y: 300 }, { x: 720, y: 300 })
    expect(actions.moveMonitor).not.toHaveBeenCalled()
    expect(actions.placeMonitor).not.toHaveBeenCalled()
    expect(test.engine.camera.toScreen({ x: 1_000, y: 500 }).x).toBe(520)
  })

  it('tells what the mouse is over, once', () => {
    const { test, actions } = open(monitor('a', 600, 400))
    test.hover(300, 230).hover(301, 231).hover(700, 100)
    expect(actions.hoverMonitor.mock.calls).toEqual([['a'], [undefined]])
    expect(test.host.style.cursor).toBe('crosshair')
  })
})

describe('placing monitors with keys', () => {
  it('carries a cross from the middle of the view and asks for a monitor at Enter', () => {
    const { test, actions } = open()
    test.key('Enter')
    expect(actions.placeMonitor).not.toHaveBeenCalled()
    test.key('ArrowRight', { altKey: true })
    test.key('ArrowDown')
    test.key('Enter')
    expect(actions.placeMonitor.mock.calls).toEqual([[{ x: 1_010, y: 501 }]])
  })

  it('carries the chosen monitor and moves it only at Enter', () => {
    const { test, tool, actions } = open(monitor('a', 600, 400))
    tool.select('a')
    test.key('ArrowLeft')
    test.key('ArrowUp', { altKey: true })
    expect(actions.moveMonitor).not.toHaveBeenCalled()
    test.key('Enter')
    expect(actions.moveMonitor.mock.calls).toEqual([['a', { x: 599, y: 390 }]])
  })

  it('lets go with Escape, and the monitor stays where it was', () => {
    const { test, tool, actions } = open(monitor('a', 600, 400))
    tool.select('a')
    test.key('ArrowLeft')
    test.key('Escape')
    expect(actions.selectMonitor.mock.calls).toEqual([[undefined]])
    tool.select(undefined)
    test.key('Enter')
    expect(actions.moveMonitor).not.toHaveBeenCalled()
  })

  it('carries nothing any more when the chosen monitor is gone', () => {
    const { test, tool, actions } = open(monitor('a', 600, 400))
    tool.select('a')
    test.key('ArrowLeft')
    tool.setMonitors([])
    test.key('Enter')
    expect(actions.moveMonitor).not.toHaveBeenCalled()
  })
})

describe('pointing at fences and monitors', () => {
  it('tells the monitor before the fence under it, and the smaller fence before the larger', () => {
    const test = new TestMap()
    map = test
    const onHover = vi.fn()
    const hoverTool = new HoverTool(onHover)
    hoverTool.show(
      [
        { id: 'large', name: '', x: 0, y: 0, width: 1_000, height: 1_000 },
        { id: 'small', name: '', x: 500, y: 300, width: 200, height: 200 },
      ],
      [monitor('m', 600, 400)],
    )
    test.engine.setTool(hoverTool)
    test.hover(300, 190).hover(340, 240).hover(100, 100).hover(900, 100)
    expect(onHover.mock.calls).toEqual([['m'], ['small'], ['large'], [undefined]])
    test.click(340, 240, { pointerType: 'touch' })
    expect(onHover.mock.calls.at(-1)).toEqual(['small'])
  })
})
