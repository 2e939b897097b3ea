import type { RowBatch } from '../report-page.ts'
import type { Direction, TimedDoc, TimedSource } from './timed-source.ts'

/** Documents of one source as it is walked through, and how far they have been taken. */
type Head = {
  walk: AsyncGenerator<readonly TimedDoc[], void>
  docs: readonly TimedDoc[]
  taken: number
  hasEnded: boolean
}

/** Lists that are in order each, as one; of equal times the first list's come first. */
export function mergeLists(lists: readonly (readonly TimedDoc[])[], direction: Direction): TimedDoc[] {
  return lists.flat().sort((a, b) => (a.time - b.time) * direction)
}

/**
 * The documents of several sources as one list in order, some at a time; of equal times the first source's come first. Each
 * source is read no further than it takes to tell which document is next.
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
    // Whoever stops reading leaves no cursor open.
    await Promise.all(heads.map(async ({ walk }) => walk.return()))
  }
}

/** Brings a source's next documents where all that it had are taken. */
async function readOn(head: Head): Promise<void> {
  while (head.taken === head.docs.length && !head.hasEnded) {
    const next = await head.walk.next()
    head.docs = next.done ? [] : next.value
    head.taken = 0
    head.hasEnded = next.done === true
  }
}

/** The documents up to the point where one of the sources has to be read on. */
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

/** The rows of documents of several sources, in the order of the documents. */
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
