import type { RoomOutline } from '@wardtrack/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DrawingSurface } from '../../../drawing-surface/drawing-surface.ts'
import { TestMap } from '../../../map-engine/testing/test-map.ts'
import { FenceTool } from './fence-tool.ts'
import { RoomChoice } from './room-choice.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

const box = (x: number, y: number, w: number, h: number) => ({ x, y, w, h, x2: x + w, y2: y + h })
const room = (name: string, Coordinates: RoomOutline['Coordinates']): RoomOutline => ({
  hierarchyId: name,
  fullName: ['House', 'Ward', name],
  Coordinates,
})
const corners = [
  { x: 1_000, y: 200 },
  { x: 1_400, y: 200 },
  { x: 1_400, y: 400 },
  { x: 1_200, y: 400 },
  { x: 1_200, y: 800 },
  { x: 1_000, y: 800 },
]
const bent = room('Bent', { ...box(1_000, 200, 400, 600), shape: 'polygon', points: corners })
const round = room('Round', {
  ...box(1_500, 300, 200, 200),
  shape: 'circle',
  centre: { x: 1_600, y: 400 },
  radius: 100,
})
const hall = room('A hall', box(200, 200, 600, 600))
const booth = room('Booth', box(400, 400, 200, 200))
const hallShape = { kind: 'rectangle', rect: { x: 200, y: 200, width: 600, height: 600 } }
const boothShape = { kind: 'rectangle', rect: { x: 400, y: 400, width: 200, height: 200 } }

/** Opens a plan of 2000 × 1000 at half size, so screen coordinates are half the map coordinates. */
function open(outlines: readonly RoomOutline[] = [bent, round, hall, booth]) {
  const test = new TestMap()
  map = test
  const tool = new FenceTool()
  const surface = new DrawingSurface()
  const shown = vi.spyOn(surface, 'show')
  const taken: string[] = []
  tool.setSurface(surface)
  tool.setKind('room')
  tool.setRooms(new RoomChoice(outlines), (kind) => taken.push(kind))
  test.engine.setTool(tool)
  const labelled = () => shown.mock.lastCall?.[0].flatMap(({ label }) => label ?? [])
  return { test, tool, taken, labelled, drawing: () => tool.state.drawing }
}

describe('a room of the plan', () => {
  it('gives the drawing its outline by one click, whatever its shape', () => {
    const { test, tool, taken, drawing } = open()
    test.click(550, 150)
    expect(drawing()).toEqual({ kind: 'polygon', points: corners })
    test.click(800, 200)
    expect(drawing()).toEqual({ kind: 'circle', centre: { x: 1_600, y: 400 }, radius: 100 })
    test.click(120, 120)
    expect(drawing()).toEqual(hallShape)
    expect(taken).toEqual(['polygon', 'circle', 'rectangle'])
    tool.undo()
    expect(drawing()?.kind).toBe('circle')
  })

  it('is the inner one of nested rooms, and none outside all rooms', () => {
    const { test, drawing } = open()
    test.click(250, 250)
    expect(drawing()).toEqual(boothShape)
    test.click(650, 300)
    expect(drawing()).toEqual(boothShape)
  })

  it('shows its name under the mouse until the mouse leaves it', () => {
    const { test, labelled } = open()
    test.pointer('pointermove', { x: 550, y: 150 })
    expect(labelled()).toEqual(['Bent'])
    test.pointer('pointermove', { x: 800, y: 200 })
    expect(labelled()).toEqual(['Round'])
    test.pointer('pointermove', { x: 950, y: 450 })
    expect(labelled()).toEqual([])
  })

  it('is reached by Tab in the order of names, and chosen by Enter', () => {
    const { test, tool, taken, drawing, labelled } = open()
    test.key('Enter')
    expect(drawing()).toBeUndefined()
    test.key('Tab')
    expect([tool.state.chosen?.object, labelled()]).toEqual(['room A hall', ['A hall']])
    test.key('Tab')
    test.key('Tab')
    expect(tool.state.chosen?.object).toBe('room Booth')
    test.key('Tab', { shiftKey: true })
    expect(tool.state.chosen?.object).toBe('room Bent')
    test.key('Escape')
    expect([tool.state.chosen, drawing()]).toEqual([undefined, undefined])
    test.key('Tab')
    test.key('Enter')
    expect([drawing(), taken]).toEqual([hallShape, ['rectangle']])
    expect(tool.state.chosen).toBeUndefined()
  })

  it('is edited like any drawing once it is chosen', () => {
    const { test, tool, drawing } = open()
    test.click(250, 250)
    tool.setKind('rectangle')
    test.key('ArrowRight')
    test.drag({ x: 300, y: 300 }, { x: 320, y: 310 })
    expect(drawing()).toEqual({
      kind: 'rectangle',
      rect: { x: 401, y: 400, width: 239, height: 220 },
    })
  })

  it('is not drawn over by a drag, which moves the plan, nor shown with another tool', () => {
    const { test, tool, drawing, labelled } = open()
    test.drag({ x: 250, y: 250 }, { x: 320, y: 310 })
    expect(drawing()).toBeUndefined()
    test.pointer('pointermove', { x: 300, y: 150 })
    tool.setKind('circle')
    expect(labelled()).toEqual([])
    test.key('Tab')
    expect(tool.state.chosen).toBeUndefined()
  })

  it('cannot be chosen if no room is known', () => {
    const { test, tool, drawing } = open([])
    test.click(250, 250).key('Tab')
    test.key('Enter')
    expect([drawing(), tool.state.chosen]).toEqual([undefined, undefined])
  })
})

describe('the walls of rooms', () => {
  it('attract drawn points, unless Alt is held', () => {
    const { test, tool, drawing } = open()
    tool.setKind('rectangle')
    tool.setSnapOutlines(new RoomChoice([hall]).walls)
    test.drag({ x: 103, y: 97 }, { x: 203, y: 397 })
    expect(drawing()).toEqual({ kind: 'rectangle', rect: { x: 200, y: 200, width: 206, height: 600 } })
    tool.clear()
    const alt = { altKey: true }
    test.pointer('pointerdown', { x: 103, y: 97 }, alt)
    test.pointer('pointermove', { x: 203, y: 397 }, alt).pointer('pointerup', { x: 203, y: 397 }, alt)
    expect(drawing()).toEqual({ kind: 'rectangle', rect: { x: 206, y: 194, width: 200, height: 600 } })
  })
})
