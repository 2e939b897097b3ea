import { describe, expect, it } from 'vitest'
import type { Store } from '../storage/store.ts'
import { entryCounter } from './key-count.ts'

type Asked = { start: Buffer; end: Buffer; offset?: number }

/** Simulates LMDB's walk over entries of one byte: it skips the offset before it checks the end of a range. */
function listOf(entries: readonly number[]) {
  let passed = 0
  const behind = (start: Buffer) => entries.filter((entry) => entry >= start[0]!)
  const store = {
    lmdb: {
      entries: {
        getKeys: ({ start, end, offset = 0 }: Asked) => {
          passed += Math.min(offset, behind(start).length)
          const first = behind(start)[offset]
          return first !== undefined && first < end[0]! ? [Buffer.of(first)] : []
        },
        getKeysCount: ({ start, end }: Asked) => {
          const found = behind(start).filter((entry) => entry < end[0]!)
          passed += found.length
          return found.length
        },
      },
    },
  } as unknown as Store
  return { store, passed: () => passed }
}

const rangeOf = (value: number) => ({ lo: Buffer.of(value), hi: Buffer.of(value + 1) })
/** Creates the given numbers of entries for the values 0, 1, 2 and so on. */
const entriesOf = (...counts: number[]) =>
  counts.flatMap((count, value) => Array(count).fill(value) as number[])

describe('counting ranges up to a limit', () => {
  it.each([
    [[3, 0, 5], 100, 8],
    [[3, 0, 5], 8, 8],
    [[3, 0, 5], 7, 7],
    [[3, 0, 5], 3, 3],
    [[400], 1_000, 400],
    [[400], 400, 400],
    [[400], 399, 399],
    [[15, 16, 17, 127, 128, 129], 432, 432],
    [[15, 16, 17, 127, 128, 129], 431, 431],
    [[0], 10, 0],
  ])('of %j entries up to %d gives %d', (counts, limit, expected) => {
    const { store } = listOf(entriesOf(...counts))
    const counterOf = () =>
      entryCounter(
        store,
        counts.map((_, value) => rangeOf(value)),
      )
    expect(counterOf()(limit)).toBe(expected)
    const asked = counterOf()
    for (const before of [0, 1, 2, 4, 8, 64, 256]) {
      const all = counts.reduce((sum, count) => sum + count, 0)
      expect(asked(before)).toBe(Math.min(before, all))
    }
    expect(asked(limit)).toBe(expected)
  })

  it('skips few entries for each of many short ranges, however many entries follow them', () => {
    const ranges = Array.from({ length: 100 }, (_, value) => rangeOf(value))
    const { store, passed } = listOf(entriesOf(...ranges.map(() => 5), 50_000))
    expect(entryCounter(store, ranges)(16_384)).toBe(500)
    expect(passed()).toBeLessThan(3_000)
  })

  it('skips about twice as many entries as exist, in any number of steps', () => {
    const ranges = Array.from({ length: 30 }, (_, value) => rangeOf(value))
    const { store, passed } = listOf(entriesOf(...ranges.map(() => 131), 50_000))
    const counter = entryCounter(store, ranges)
    for (const limit of [64, 256, 1_024]) expect(counter(limit)).toBe(limit)
    expect(counter(4_096)).toBe(3_930)
    expect(passed()).toBeLessThan(9_000)
    const before = passed()
    expect([counter(4_096), counter(64), counter(16_384)]).toEqual([3_930, 64, 3_930])
    expect(passed()).toBe(before)
  })
})
