import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Camera, toZoomStep } from './camera.ts'

function camera(view = { width: 1000, height: 500 }, plan = { width: 2000, height: 1000 }): Camera {
  const target = new Camera()
  target.setViewport(view)
  target.setContent(plan)
  return target
}

describe('the camera', () => {
  it('centres the whole plan at 1.0×', () => {
    const target = camera({ width: 1000, height: 600 })
    expect(target.scale).toBe(0.5)
    expect(target.toScreen({ x: 0, y: 0 })).toEqual({ x: 0, y: 50 })
    expect(target.toScreen({ x: 2000, y: 1000 })).toEqual({ x: 1000, y: 550 })
  })

  it('keeps the insets free of the plan', () => {
    const target = camera()
    target.setFit({ kind: 'contain' }, { top: 0, right: 0, bottom: 100, left: 0 })
    expect(target.scale).toBe(0.4)
    expect(target.toScreen({ x: 0, y: 0 })).toEqual({ x: 100, y: 0 })
    expect(target.toScreen({ x: 2000, y: 1000 })).toEqual({ x: 900, y: 400 })
  })

  it('fills the view with the fit `cover`, and shows a number of map pixels with the fit `span`', () => {
    const target = camera({ width: 400, height: 400 })
    target.setFit({ kind: 'cover' }, { top: 0, right: 0, bottom: 0, left: 0 })
    expect(target.scale).toBe(0.4)
    target.setFit({ kind: 'span', mapPixels: 500 }, { top: 0, right: 0, bottom: 0, left: 0 })
    expect(target.scale).toBe(0.8)
  })

  it('zooms from 0.5 to 1.5 in steps of 0.1 and no farther', () => {
    const target = camera()
    const seen: number[] = []
    for (let i = 0; i < 8; i++) {
      target.stepZoom(1)
      seen.push(target.zoom)
    }
    expect(seen).toEqual([1.1, 1.2, 1.3, 1.4, 1.5, 1.5, 1.5, 1.5])
    for (let i = 0; i < 12; i++) target.stepZoom(-1)
    expect(target.zoom).toBe(0.5)
    expect(toZoomStep(1.26)).toBe(1.3)
  })

  it('keeps the point under the pointer in place while zooming near the middle', () => {
    const target = camera()
    const anchor = { x: 520, y: 260 }
    const before = target.toMap(anchor)
    target.setZoom(1.4, anchor)
    const after = target.toMap(anchor)
    expect(after.x).toBeCloseTo(before.x, 9)
    expect(after.y).toBeCloseTo(before.y, 9)
  })

  it('converts points to the screen and back without loss, at every view', () => {
    const number = fc.double({ min: -3000, max: 3000, noNaN: true })
    fc.assert(
      fc.property(
        number,
        number,
        number,
        number,
        fc.double({ min: 0.5, max: 1.5, noNaN: true }),
        (x, y, dx, dy, zoom) => {
          const target = camera()
          target.setZoom(zoom)
          target.panBy(dx, dy)
          const back = target.toMap(target.toScreen({ x, y }))
          expect(back.x).toBeCloseTo(x, 6)
          expect(back.y).toBeCloseTo(y, 6)
        },
      ),
    )
  })

  it('keeps the plan in view while dragging', () => {
    const target = camera()
    target.panBy(100_000, -100_000)
    expect(target.centre).toEqual({ x: 0, y: 1000 })
  })

  it('fits the plan again on a resize only if nobody has moved it', () => {
    const target = camera()
    target.setViewport({ width: 500, height: 250 })
    expect(target.centre).toEqual({ x: 1000, y: 500 })
    target.panBy(50, 0)
    const { centre } = target
    target.setViewport({ width: 1000, height: 500 })
    expect(target.centre).toEqual(centre)
  })
})
