import { expect, test } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

test('holds at most the given number of entries and drops the least recently used one', () => {
  const cache = boundedCache<number>(3)
  for (const [index, name] of ['a', 'b', 'c'].entries()) cache.set(name, index)
  expect(cache.get('a')).toBe(0)
  cache.set('d', 3)
  cache.set('d', 4)
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd'])
  expect(cache.get('d')).toBe(4)
  cache.delete('a')
  cache.set('e', 5)
  expect([...cache.keys()].sort()).toEqual(['c', 'd', 'e'])
})
