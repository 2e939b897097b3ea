import { Types } from '@wardtrack/database'
import { expect, test } from 'vitest'
import { PackedIds } from './packed-ids.ts'

const COUNT = 5_000

test('returns ids unchanged and in order for any range', () => {
  const ids = Array.from({ length: COUNT }, () => new Types.ObjectId())
  const packed = new PackedIds()
  for (const id of ids) packed.add(id)
  expect(packed.length).toBe(COUNT)
  const texts = ids.map(String)
  for (const [start, end] of [
    [0, 1],
    [1_000, 1_500],
    [4_900, 6_000],
    [COUNT, COUNT + 1],
  ] as const)
    expect(packed.slice(start, end).map(String)).toEqual(texts.slice(start, end))
})

test('an id stays unchanged when more are added', () => {
  const packed = new PackedIds()
  const first = new Types.ObjectId()
  packed.add(first)
  const [taken] = packed.slice(0, 1)
  for (let n = 0; n < COUNT; n += 1) packed.add(new Types.ObjectId())
  expect(String(taken)).toBe(String(first))
})
