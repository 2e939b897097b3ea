import { messages } from '@wardtrack/contracts/messages'
import { expect, it } from 'vitest'
import { shapeFault } from './shape-fault.ts'

const plan = { size: { width: 1_600, height: 1_000 }, metresPerPixel: { x: 0.04, y: 0.04 } }
const polygon = (...places: readonly (readonly [number, number])[]) =>
  ({ kind: 'polygon', points: places.map(([x, y]) => ({ x, y })) }) as const
const circle = (radius: number) => ({ kind: 'circle', centre: { x: 200, y: 200 }, radius }) as const

it('reports what the server would refuse of a polygon', () => {
  expect(shapeFault(polygon([0, 0], [100, 0], [100, 100]), plan)).toBeUndefined()
  expect(shapeFault(polygon([0, 0], [100, 100], [100, 0], [0, 100]), plan)).toEqual({
    message: messages.fenceCrossesItself,
    corner: 2,
  })
  expect(shapeFault(polygon([0, 0], [20, 0], [20, 20]), plan)).toEqual({ message: messages.fenceTooSmall })
})

it('reports a circle of less than a square metre, if the size of the plan is known', () => {
  expect(shapeFault(circle(15), plan)).toBeUndefined()
  expect(shapeFault(circle(14), plan)).toEqual({ message: messages.fenceTooSmall })
  expect(shapeFault(circle(14), { ...plan, metresPerPixel: undefined })).toBeUndefined()
})

it('reports a shape beyond the plan, for example after its image was replaced', () => {
  const outside = { message: messages.fenceOutside }
  expect(shapeFault({ kind: 'rectangle', rect: { x: 1_500, y: 0, width: 101, height: 50 } }, plan)).toEqual(
    outside,
  )
  expect(shapeFault(circle(201), plan)).toEqual(outside)
  expect(shapeFault({ kind: 'rectangle', rect: { x: 1_500, y: 0, width: 100, height: 50 } }, plan)).toBe(
    undefined,
  )
})
