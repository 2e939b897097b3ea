import { expect, test } from 'vitest'
import { levelQuestion } from './level-question.ts'

const above = (...values: [number, string][]) => values.map(([level, value]) => ({ level, value }))

test.each([
  [{ Level_1: null }, 1, []],
  [{ Level_1: '' }, 1, []],
  [{ level: 'Level_1', parent: null }, 1, []],
  [{ level: 'Level_2', parent: ' Site ' }, 2, above([1, 'Site'])],
  [{ level: 'Level_3', parent: { Level_2: 'Tower', Level_1: 'Site' } }, 3, above([1, 'Site'], [2, 'Tower'])],
  [{ level: 'Level_3' }, 3, []],
  [{ Level_1: 'Site' }, 2, above([1, 'Site'])],
  [{ Level_10: 'j', Level_9: 'i', Level_1: 'a' }, 11, above([1, 'a'], [9, 'i'], [10, 'j'])],
  [{ Level_1: 'Site', Level_2: null }, 2, above([1, 'Site'])],
  [{ level: 'Level_2', Level_1: 'Site', Level_2: 'Tower' }, 2, above([1, 'Site'])],
  [{ Level_1: 'Site', unknown: 1 }, 2, above([1, 'Site'])],
])('%j requests level %i below the chosen values', (input, wanted, expected) => {
  expect(levelQuestion.parse(input)).toEqual({ wanted, above: expected })
})

test.each([
  [{}, 'level'],
  [{ unknown: 1 }, 'level'],
  [{ level: 'Level_0' }, 'level'],
  [{ level: 'Building' }, 'level'],
  [{ level: null }, 'level'],
  [{ level: 'Level_1', parent: 'Site' }, 'parent'],
  [{ level: 'Level_2', parent: { Level_2: 'x' } }, 'parent'],
  [{ level: 'Level_2', parent: 7 }, 'parent'],
  [{ Level_1: 7 }, 'Level_1'],
  [{ Level_1: { $ne: 'x' } }, 'Level_1'],
  [{ Level_1: 'x'.repeat(501) }, 'Level_1'],
  ['Level_1', ''],
])('%j is refused', (input, path) => {
  expect(levelQuestion.safeParse(input).error?.issues[0]?.path.join('.')).toBe(path)
})
