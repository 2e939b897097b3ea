import { expect, test } from 'vitest'
import { compareOnce } from './fault-runs.ts'

test('missing names are lost, additional names are doubled', () => {
  expect(compareOnce(['a', 'b', 'b'], ['b', 'a', 'b'])).toEqual({ lost: 0, doubled: 0 })
  expect(compareOnce(['a', 'b', 'b', 'c'], ['a', 'a', 'b'])).toEqual({ lost: 2, doubled: 1 })
  expect(compareOnce([], ['never sent'])).toEqual({ lost: 0, doubled: 1 })
})
