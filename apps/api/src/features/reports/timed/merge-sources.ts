import type { RowBatch } from '../report-page.ts'
import type { Direction, TimedDoc, TimedSource } from './timed-source.ts'

/** A document, and the source that makes its row. */
export type SourcedDoc = TimedDoc & { source: TimedSource }

/** Lists that are in order each, as one; of equal times the first list's come first. */
export function mergeLists(lists: readonly (readonly SourcedDoc[])[], direction: Direction): SourcedDoc[] {
  return lists.flat().sort((a, b) => (a.time - b.time) * direction)
}

/** The documents of several sources as one list in order; each source is read no further than it is asked. */
export async function* mergeWalks(
  sources: readonly TimedSource[],
  walkOf: (source: TimedSource) => AsyncGenerator<TimedDoc, void>,
  direction: Direction,
): AsyncGenerator<SourcedDoc, void> {
  const walks = sources.map((source) => ({ source, walk: walkOf(source) }))
  try {
    const heads = await Promise.all(walks.map(async ({ walk }) => walk.next()))
    for (;;) {
      const first = firstOf(heads, direction)
      const head = first === undefined ? undefined : heads[first]
      const from = first === undefined ? undefined : walks[first]
      if (first === undefined || !head || head.done || !from) return
      yield { ...head.value, source: from.source }
      heads[first] = await from.walk.next()
    }
  } finally {
    // Whoever stops reading leaves no cursor open.
    await Promise.all(walks.map(async ({ walk }) => walk.return()))
  }
}

function firstOf(heads: readonly IteratorResult<TimedDoc, void>[], direction: Direction): number | undefined {
  let first: number | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [index, head] of heads.entries()) {
    if (head.done || head.value.time * direction >= least) continue
    first = index
    least = head.value.time * direction
  }
  return first
}

/** The rows of documents of several sources, in the order of the documents. */
export async function rowsOf(docs: readonly SourcedDoc[]): Promise<RowBatch> {
  const sources = [...new Set(docs.map(({ source }) => source))]
  const batches = await Promise.all(
    sources.map((source) => source.toRows(docs.filter((doc) => doc.source === source))),
  )
  const nextOf = new Map(sources.map((source) => [source, 0]))
  const rows = docs.flatMap(({ source }) => {
    const index = nextOf.get(source) ?? 0
    nextOf.set(source, index + 1)
    const row = batches[sources.indexOf(source)]?.rows[index]
    return row ? [row] : []
  })
  return { rows, shownAssets: batches.flatMap(({ shownAssets }) => shownAssets) }
}
