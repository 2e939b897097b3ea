import { expect, it } from 'vitest'
import { outline } from './outline.ts'

const room = (x: number, y: number, w: number, h: number) => ({ x, y, w, h })

it('the outline of rooms in a row is the rectangle around them', () => {
  expect(outline([room(0, 0, 33.3, 20), room(33.3, 0, 33.4, 20), room(66.7, 0, 33.3, 20)])).toEqual([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 20 },
    { x: 0, y: 20 },
  ])
})

it('the outline of rooms around a corner follows their walls', () => {
  expect(outline([room(0, 0, 100, 20), room(0, 20, 30, 40)])).toEqual([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 20 },
    { x: 30, y: 20 },
    { x: 30, y: 60 },
    { x: 0, y: 60 },
  ])
})

it('an outline of separate rooms, or of rooms around a court, is refused', () => {
  expect(() => outline([room(0, 0, 10, 10), room(20, 0, 10, 10)])).toThrow('side by side')
  const around = [room(0, 0, 30, 10), room(0, 10, 10, 10), room(20, 10, 10, 10), room(0, 20, 30, 10)]
  expect(() => outline(around)).toThrow('side by side')
})
