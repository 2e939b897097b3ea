import { describe, expect, it } from 'vitest'
import { areaOfCorners, polygonFault } from './fence-rules.ts'
import { messages } from './messages.ts'

const corners = (...places: readonly (readonly [number, number])[]) => places.map(([x, y]) => ({ x, y }))
const square = corners([0, 0], [100, 0], [100, 100], [0, 100])

describe('the corners of a polygon', () => {
  it('may bend, in either direction', () => {
    const bent = corners([0, 0], [100, 0], [100, 50], [50, 50], [50, 100], [0, 100])
    expect(polygonFault(bent, 25)).toBeUndefined()
    expect(polygonFault([...bent].reverse(), 25)).toBeUndefined()
  })

  it('report the first edge that crosses or touches an earlier one', () => {
    expect(polygonFault(corners([0, 0], [100, 100], [100, 0], [0, 100]), 25)).toEqual({
      corner: 2,
      message: messages.fenceCrossesItself,
    })
    expect(polygonFault(corners([0, 0], [100, 0], [50, 0], [50, 80]), 25)).toEqual({
      corner: 1,
      message: messages.fenceCrossesItself,
    })
  })

  it('report a repeated corner, or the last one if it equals the first', () => {
    const repeated = { message: messages.fenceCornerRepeated }
    expect(polygonFault([...square, { x: 0, y: 0 }], 25)).toEqual({ ...repeated, corner: 4 })
    expect(polygonFault(corners([0, 0], [50, 0], [50, 0], [0, 50]), 25)).toEqual({ ...repeated, corner: 2 })
  })

  it('cover at least a square metre if the scale is known', () => {
    expect(polygonFault(square, 10_000)).toBeUndefined()
    expect(polygonFault(square, 10_001)).toEqual({ message: messages.fenceTooSmall })
    expect(polygonFault(square, undefined)).toBeUndefined()
  })

  it('have an area in either direction', () => {
    expect(areaOfCorners(square)).toBe(10_000)
    expect(areaOfCorners([...square].reverse())).toBe(10_000)
  })
})
