import { afterEach, describe, expect, it } from 'vitest'
import { marker, TestMap, type TestMapOptions } from './testing/test-map.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

/** Creates a map with marker `a` at (600, 400); its scale is 0.5. */
function withOne(options: TestMapOptions = {}): TestMap {
  map = new TestMap(options)
  map.engine.setMarkers([marker('a', 600, 400)])
  map.frame()
  return map
}

const place = (test: TestMap) => test.engine.screenPointOf({ kind: 'marker', id: 'a' })

describe('the move animation of a marker', () => {
  it('takes 400 ms for a short move, and requests frames only while it lasts', () => {
    const test = withOne()
    test.engine.putMarkers([marker('a', 800, 400)])
    expect(place(test)).toEqual({ x: 300, y: 200 })
    test.advance(200)
    const halfway = place(test)?.x ?? 0
    expect(halfway).toBeGreaterThan(350)
    expect(halfway).toBeLessThan(400)
    expect(test.pendingFrames).toBe(1)
    test.advance(200)
    expect(place(test)).toEqual({ x: 400, y: 200 })
    test.advance(32)
    expect(test.pendingFrames).toBe(0)
  })

  it('is skipped from 120 px on screen: the marker appears at its new place', () => {
    const test = withOne()
    test.engine.putMarkers([marker('a', 840, 400)])
    expect(place(test)).toEqual({ x: 420, y: 200 })
    test.engine.putMarkers([marker('a', 602, 400)])
    expect(place(test)).not.toEqual({ x: 301, y: 200 })
  })

  it('depends on the distance on screen, not on the plan', () => {
    const test = withOne()
    test.engine.setZoom(0.5)
    const before = place(test)
    test.engine.putMarkers([marker('a', 840, 400)])
    expect(place(test)).toEqual(before)
  })

  it('is skipped when reduced motion is preferred', () => {
    const test = withOne({ reducedMotion: true })
    test.engine.putMarkers([marker('a', 640, 400)])
    expect(place(test)).toEqual({ x: 320, y: 200 })
  })

  it('is skipped between two maps', () => {
    const test = withOne()
    test.engine.openMap({ width: 2000, height: 1000 })
    test.engine.setMarkers([marker('a', 640, 400)])
    expect(place(test)).toEqual({ x: 320, y: 200 })
  })

  it('restarts from the drawn position when a new place arrives during the move', () => {
    const test = withOne()
    test.engine.putMarkers([marker('a', 800, 400)])
    test.advance(100)
    const onTheWay = place(test)
    test.engine.putMarkers([marker('a', 600, 400)])
    expect(place(test)).toEqual(onTheWay)
    test.advance(400)
    expect(place(test)).toEqual({ x: 300, y: 200 })
  })

  it('continues while only the state of the marker changes', () => {
    const test = withOne()
    test.engine.putMarkers([marker('a', 800, 400)])
    test.advance(100)
    const onTheWay = place(test)
    test.engine.putMarkers([marker('a', 800, 400, { look: 'infusing' })])
    expect(place(test)).toEqual(onTheWay)
    test.advance(300)
    expect(place(test)).toEqual({ x: 400, y: 200 })
  })

  it('keeps the hit area at the drawn position, during the move and at its end', () => {
    const test = withOne()
    test.engine.putMarkers([marker('a', 800, 400)])
    test.hover(300, 200)
    expect(test.engine.snapshot.hovered?.id).toBe('a')
    test.advance(200)
    test.hover(301, 200)
    expect(test.engine.snapshot.hovered).toBeUndefined()
    test.hover(place(test)?.x ?? 0, 200)
    expect(test.engine.snapshot.hovered?.id).toBe('a')
    test.advance(200)
    test.hover(400, 200)
    expect(test.engine.snapshot.hovered?.id).toBe('a')
  })
})

describe('an invalid place', () => {
  it('removes the marker from the map', () => {
    const test = withOne()
    test.engine.putMarkers([marker('a', Number.NaN, 400)])
    expect(place(test)).toBeUndefined()
    expect(test.engine.layout.singles).toHaveLength(0)
  })
})
