import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeLists, mergeWalks } from './merge-sources.ts'
import type { Direction, TimedDoc, TimedSource } from './timed-source.ts'

const source = {} as TimedSource
const toDocs = (times: readonly number[], name: string): TimedDoc[] =>
  times.map((time, index) => ({ time, doc: `${name}${index}`, source }))

/** Iterates over documents in batches of the given sizes, and counts the requested documents. */
function walkIn(sizes: readonly number[], docs: readonly TimedDoc[]) {
  const state = { asked: 0, isClosed: false }
  async function* walk(): AsyncGenerator<readonly TimedDoc[], void> {
    try {
      for (let at = 0, n = 0; at < docs.length; n += 1) {
        const size = sizes[n % sizes.length] ?? 1
        state.asked = Math.min(at + size, docs.length)
        yield docs.slice(at, at + size)
        at += size
      }
    } finally {
      state.isClosed = true
    }
  }
  return { walk, state }
}

const merged = async (
  lists: readonly (readonly TimedDoc[])[],
  sizes: readonly number[],
  direction: Direction,
): Promise<TimedDoc[]> => {
  const sources = lists.map((): TimedSource => ({ ...source }))
  const walkOf = (asked: TimedSource) => walkIn(sizes, lists[sources.indexOf(asked)] ?? []).walk()
  const found: TimedDoc[] = []
  for await (const docs of mergeWalks(sources, walkOf, direction)) found.push(...docs)
  return found
}

describe('iterating over several sources', () => {
  it('yields the documents as one ordered list for any batch sizes', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(times, { maxLength: 4 }),
        fc
          .array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 5 })
          .filter((sizes) => Math.max(...sizes) > 0),
        fc.constantFrom<Direction>(1, -1),
        async (lists, sizes, direction) => {
          const sorted = lists.map((list, n) =>
            toDocs(
              list.sort((a, b) => (a - b) * direction),
              `${n}-`,
            ),
          )
          expect(await merged(sorted, sizes, direction)).toEqual(mergeLists(sorted, direction))
        },
      ),
    )
  })

  it('reads a source only as far as needed, and closes it when the reader stops', async () => {
    const early = walkIn([2], toDocs([1, 2, 3, 4, 5, 6], 'early'))
    const late = walkIn([2], toDocs([7, 8, 9, 10], 'late'))
    const sources: TimedSource[] = [{ ...source }, { ...source }]
    const read = mergeWalks(sources, (asked) => (asked === sources[0] ? early : late).walk(), 1)
    expect((await read.next()).value).toMatchObject([{ doc: 'early0' }, { doc: 'early1' }])
    expect((await read.next()).value).toMatchObject([{ doc: 'early2' }, { doc: 'early3' }])
    expect(early.state.asked).toBe(4)
    expect(late.state.asked).toBe(2)
    await read.return(undefined)
    expect([early.state.isClosed, late.state.isClosed]).toEqual([true, true])
  })
})
