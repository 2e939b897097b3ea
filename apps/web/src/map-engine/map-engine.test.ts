import { afterEach, describe, expect, it, vi } from 'vitest'
import { marker, TestMap, type TestMapOptions } from './testing/test-map.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

function open(options: TestMapOptions = {}): TestMap {
  map = new TestMap(options)
  return map
}

/** Three markers close together at (400, 400), which is (200, 200) on screen. */
const heap = [marker('h1', 400, 400), marker('h2', 404, 400), marker('h3', 408, 400)]

describe('hovering', () => {
  it('hovers the marker whose hit area contains the mouse, and no marker beyond it', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 600, 400)])
    test.hover(318, 218)
    expect(test.engine.snapshot.hovered).toEqual({ kind: 'marker', id: 'a' })
    test.hover(319, 200)
    expect(test.engine.snapshot.hovered).toBeUndefined()
  })

  it('forgets the hovered marker when the mouse leaves, and when the marker leaves the map', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 600, 400)])
    test.hover(300, 200).pointer('pointerleave', { x: 300, y: 200 }, { buttons: 0 })
    expect(test.engine.snapshot.hovered).toBeUndefined()
    test.hover(300, 200)
    test.engine.removeMarkers(['a'])
    expect(test.engine.snapshot.hovered).toBeUndefined()
  })

  it('notifies its listeners once per change, and not for a move within the same marker', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 600, 400)])
    const listener = vi.fn()
    test.engine.subscribe(listener)
    test.hover(300, 200).hover(301, 201).hover(302, 202)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('does not hover with a finger that only moves over the map', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 600, 400)])
    test.pointer('pointermove', { x: 300, y: 200 }, { pointerType: 'touch' })
    expect(test.engine.snapshot.hovered).toBeUndefined()
  })
})

describe('activating', () => {
  it('opens the clicked marker and reports the kind of pointer', () => {
    const opened = vi.fn()
    const test = open({ actions: { openMarker: opened } })
    test.engine.setMarkers([marker('a', 600, 400)])
    test.click(305, 195)
    test.click(305, 195, { pointerType: 'touch' })
    expect(opened.mock.calls).toEqual([
      ['a', 'mouse'],
      ['a', 'touch'],
    ])
  })

  it('opens no marker when the press was a drag, even if it ends on a marker', () => {
    const opened = vi.fn()
    const test = open({ actions: { openMarker: opened } })
    test.engine.setMarkers([marker('a', 600, 400)])
    test.drag({ x: 310, y: 200 }, { x: 300, y: 200 })
    expect(opened).not.toHaveBeenCalled()
  })

  it('clears the focused marker on a click into free space', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 600, 400)])
    test.engine.focusMarker('a')
    test.click(700, 400)
    expect(test.engine.snapshot.focused).toBeUndefined()
  })

  it('opens no marker with another button than the first', () => {
    const opened = vi.fn()
    const test = open({ actions: { openMarker: opened } })
    test.engine.setMarkers([marker('a', 600, 400)])
    test.click(300, 200, { button: 2 })
    expect(opened).not.toHaveBeenCalled()
  })

  it('zooms into a cluster to the first step at which it separates', () => {
    const listed = vi.fn()
    const test = open({ actions: { listCluster: listed } })
    // 36 map px are 18 px on screen at 1.0×, 19.8 px at 1.1× and 21.6 px at 1.2×.
    test.engine.setMarkers([marker('a', 400, 400), marker('b', 436, 400), marker('c', 472, 400)])
    expect(test.engine.layout.clusters).toHaveLength(1)
    test.click(218, 200)
    expect(test.engine.snapshot.zoom).toBe(1.2)
    expect(test.engine.layout.clusters).toHaveLength(0)
    expect(listed).not.toHaveBeenCalled()
  })

  it('lists the members of a cluster that stays together at the largest zoom', () => {
    const listed = vi.fn()
    const test = open({ actions: { listCluster: listed } })
    test.engine.setMarkers(heap)
    test.click(202, 200)
    expect(test.engine.snapshot.zoom).toBe(1.5)
    const at = test.engine.screenPointOf({ kind: 'cluster', id: 'cluster:h1', members: [] })
    expect(at?.x).toBeCloseTo(500)
    test.click(at?.x ?? 0, at?.y ?? 0)
    expect(listed).toHaveBeenCalledExactlyOnceWith(['h1', 'h2', 'h3'])
  })
})

describe('moving the camera', () => {
  it('follows a drag and does not click at its end', () => {
    const test = open()
    test.drag({ x: 500, y: 250 }, { x: 560, y: 230 })
    expect(test.engine.camera.toScreen({ x: 1000, y: 500 })).toEqual({ x: 560, y: 230 })
  })

  it('zooms around the middle of two fingers and ends on a step', () => {
    const test = open()
    const touch = { pointerType: 'touch' }
    test.pointer('pointerdown', { x: 450, y: 250 }, { ...touch, pointerId: 1 })
    test.pointer('pointerdown', { x: 550, y: 250 }, { ...touch, pointerId: 2 })
    test.pointer('pointermove', { x: 437, y: 250 }, { ...touch, pointerId: 1 })
    test.pointer('pointermove', { x: 563, y: 250 }, { ...touch, pointerId: 2 })
    expect(test.engine.snapshot.zoom).toBeCloseTo(1.26)
    test.pointer('pointerup', { x: 563, y: 250 }, { ...touch, pointerId: 2 })
    expect(test.engine.snapshot.zoom).toBe(1.3)
    const middle = test.engine.camera.toScreen({ x: 1000, y: 500 })
    expect(middle.x).toBeCloseTo(500)
    expect(middle.y).toBeCloseTo(250)
  })

  it('zooms with the wheel and leaves the wheel to the page at the limit', () => {
    const test = open()
    expect(test.wheel({ x: 500, y: 250 }, -100)).toBe(true)
    expect(test.engine.snapshot.zoom).toBe(1.1)
    test.engine.setZoom(1.5)
    expect(test.wheel({ x: 500, y: 250 }, -100)).toBe(false)
  })

  it('leaves a plain wheel to a page that scrolls, and zooms with Control', () => {
    const test = open({ wheel: 'with-control' })
    expect(test.wheel({ x: 500, y: 250 }, 100)).toBe(false)
    expect(test.engine.snapshot.zoom).toBe(1)
    expect(test.wheel({ x: 500, y: 250 }, 10, true)).toBe(true)
    expect(test.engine.snapshot.zoom).toBe(0.9)
  })
})

describe('the keyboard', () => {
  const star = [
    marker('middle', 1000, 500),
    marker('left', 700, 520),
    marker('far left', 300, 500),
    marker('right', 1300, 500),
    marker('up', 1010, 200),
    marker('down', 990, 800),
  ]

  it('starts at the marker nearest to the middle and moves in the direction of the arrows', () => {
    const test = open()
    test.engine.setMarkers(star)
    const focusedIds: (string | undefined)[] = []
    for (const key of [
      'ArrowLeft',
      'ArrowLeft',
      'ArrowLeft',
      'ArrowRight',
      'ArrowUp',
      'ArrowDown',
      'ArrowRight',
    ]) {
      expect(test.key(key)).toBe(true)
      focusedIds.push(test.engine.snapshot.focused?.id)
    }
    expect(focusedIds).toEqual(['middle', 'left', 'far left', 'left', 'up', 'middle', 'right'])
  })

  it('opens the focused marker with Enter and clears the focus with Escape', () => {
    const opened = vi.fn()
    const test = open({ actions: { openMarker: opened } })
    test.engine.setMarkers(star)
    test.host.focus()
    test.key('ArrowUp')
    test.key('Enter')
    expect(opened).toHaveBeenCalledExactlyOnceWith('middle', 'key')
    test.key('Escape')
    expect(test.engine.snapshot.focused).toBeUndefined()
    expect(document.activeElement).not.toBe(test.host)
  })

  it('continues from a marker of a cluster that Enter has separated', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 400, 400), marker('b', 436, 400), marker('c', 472, 400)])
    test.key('ArrowLeft')
    expect(test.engine.snapshot.focused?.kind).toBe('cluster')
    test.key('Enter')
    expect(test.engine.snapshot.focused).toEqual({ kind: 'marker', id: 'a' })
  })

  it('zooms with + - 0 and changes the map with Page Up and Page Down', () => {
    const onGoToMap = vi.fn()
    const test = open({ actions: { goToMap: onGoToMap } })
    test.key('+')
    test.key('+')
    expect(test.engine.snapshot.zoom).toBe(1.2)
    test.key('-')
    expect(test.engine.snapshot.zoom).toBe(1.1)
    test.key('0')
    expect(test.engine.snapshot.zoom).toBe(1)
    test.key('PageUp')
    test.key('PageDown')
    expect(onGoToMap.mock.calls).toEqual([[-1], [1]])
  })

  it('leaves every other key to the page', () => {
    const test = open()
    expect(test.key('Tab')).toBe(false)
    expect(test.key('a')).toBe(false)
  })

  it('pans to a marker outside the view when the arrows reach it', () => {
    const test = open()
    test.engine.setMarkers([marker('in', 1000, 500), marker('edge', 1990, 500)])
    test.engine.setZoom(1.5)
    test.key('ArrowRight')
    test.key('ArrowRight')
    expect(test.engine.snapshot.focused?.id).toBe('edge')
    const at = test.engine.screenPointOf({ kind: 'marker', id: 'edge' })
    expect(at?.x).toBeLessThan(1000)
  })
})

describe('frames', () => {
  it('draws only after a change', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 600, 400)])
    expect(test.pendingFrames).toBe(1)
    test.frame()
    expect(test.pendingFrames).toBe(0)
    test.hover(300, 200)
    expect(test.pendingFrames).toBe(1)
    test.frame()
    test.hover(301, 200)
    expect(test.pendingFrames).toBe(0)
  })

  it('draws no glyphs above 400 markers in view, and one picture for each marker', () => {
    const test = open()
    const spread = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        marker(`m${i}`, (i % 45) * 44 + 20, Math.floor(i / 45) * 44 + 20),
      )
    const drawn = () => {
      const above = test.canvases[1]
      above?.calls.splice(0)
      test.frame()
      return above?.calls.filter(({ name }) => name === 'drawImage') ?? []
    }
    test.engine.setMarkers(spread(400))
    const smallNumber = drawn()
    test.engine.setMarkers(spread(401))
    const many = drawn()
    expect([smallNumber.length, many.length]).toEqual([400, 401])
    expect(many[0]?.args[0]).not.toBe(smallNumber[0]?.args[0])
  })

  it('requests no frames and draws nothing after disposal', () => {
    const test = open()
    test.engine.setMarkers([marker('a', 600, 400)])
    test.engine.dispose()
    expect(test.pendingFrames).toBe(0)
    test.hover(300, 200)
    expect(test.engine.snapshot.hovered).toBeUndefined()
    expect(test.host.querySelectorAll('canvas')).toHaveLength(0)
  })
})
