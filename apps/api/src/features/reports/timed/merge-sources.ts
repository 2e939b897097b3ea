import type { RowBatch } from '../report-page.ts'
import type { Direction, TimedDoc, TimedSource } from './timed-source.ts'

/** Documents of one source, and how many of them have been taken. */
type Head = {
  walk: AsyncGenerator<readonly TimedDoc[], void>
  docs: readonly TimedDoc[]
  taken: number
  hasEnded: boolean
}

/** Merges sorted lists; of equal times the first list's documents come first. */
export function mergeLists(lists: readonly (readonly TimedDoc[])[], direction: Direction): TimedDoc[] {
  return lists.flat().sort((a, b) => (a.time - b.time) * direction)
}

/**
 * Merges the documents of several sources in batches; of equal times the first source's documents come first. Each
 * source is read only as far as needed to find the next document.
 */
export async function* mergeWalks(
  sources: readonly TimedSource[],
  walkOf: (source: TimedSource) => AsyncGenerator<readonly TimedDoc[], void>,
  direction: Direction,
): AsyncGenerator<readonly TimedDoc[], void> {
  const heads: Head[] = sources.map((source) => ({
    walk: walkOf(source),
    docs: [],
    taken: 0,
    hasEnded: false,
  }))
  try {
    for (;;) {
      await Promise.all(heads.map(readOn))
      const open = heads.filter(({ hasEnded }) => !hasEnded)
      if (open.length === 0) return
      yield takeInOrder(open, direction)
    }
  } finally {
    // Closes all cursors when the reader stops early.
    await Promise.all(heads.map(async ({ walk }) => walk.return()))
  }
}

/** Reads a source's next documents when the previous ones are used up. */
async function readOn(head: Head): Promise<void> {
  while (head.taken === head.docs.length && !head.hasEnded) {
    const next = await head.walk.next()
    head.docs = next.done ? [] : next.value
    head.taken = 0
    head.hasEnded = next.done === true
  }
}

/** Takes documents in order until one of the sources needs more. */
function takeInOrder(heads: readonly Head[], direction: Direction): readonly TimedDoc[] {
  const [only, second] = heads
  if (only && !second) {
    const rest = only.taken === 0 ? only.docs : only.docs.slice(only.taken)
    only.taken = only.docs.length
    return rest
  }
  const docs: TimedDoc[] = []
  for (;;) {
    const head = firstOf(heads, direction)
    const doc = head?.docs[head.taken]
    if (!head || !doc) return docs
    docs.push(doc)
    head.taken += 1
    if (head.taken === head.docs.length) return docs
  }
}

function firstOf(heads: readonly Head[], direction: Direction): Head | undefined {
  let first: Head | undefined
  let least = Number.POSITIVE_INFINITY
  for (const head of heads) {
    const time = head.docs[head.taken]?.time
    if (time === undefined || time * direction >= least) continue
    first = head
    least = time * direction
  }
  return first
}

/** Creates the rows of documents from several sources, keeping their order. */
export async function rowsOf(docs: readonly TimedDoc[]): Promise<RowBatch> {
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
