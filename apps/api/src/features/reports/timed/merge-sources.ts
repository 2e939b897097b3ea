import type { RowBatch } from '../report-page.ts'
import type { Direction, TimedDoc, TimedSource } from './timed-source.ts'

/** Documents of one source, and how many of them have been taken. */
type Head<Row> = {
  walk: AsyncGenerator<readonly TimedDoc<Row>[], void>
  docs: readonly TimedDoc<Row>[]
  taken: number
  hasEnded: boolean
}

/** Merges sorted lists; of equal times the first list's documents come first. */
export function mergeLists<Row>(
  lists: readonly (readonly TimedDoc<Row>[])[],
  direction: Direction,
): TimedDoc<Row>[] {
  return lists.flat().sort((a, b) => (a.time - b.time) * direction)
}

/**
 * Merges the documents of several sources in batches; of equal times the first source's documents come first. Each
 * source is read only as far as needed to find the next document.
 */
export async function* mergeWalks<Row>(
  sources: readonly TimedSource<Row>[],
  walkOf: (source: TimedSource<Row>) => AsyncGenerator<readonly TimedDoc<Row>[], void>,
  direction: Direction,
): AsyncGenerator<readonly TimedDoc<Row>[], void> {
  const heads: Head<Row>[] = sources.map((source) => ({
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
async function readOn<Row>(head: Head<Row>): Promise<void> {
  while (head.taken === head.docs.length && !head.hasEnded) {
    const next = await head.walk.next()
    head.docs = next.done ? [] : next.value
    head.taken = 0
    head.hasEnded = next.done === true
  }
}

/** Takes documents in order until one of the sources needs more. */
function takeInOrder<Row>(heads: readonly Head<Row>[], direction: Direction): readonly TimedDoc<Row>[] {
  const [only, second] = heads
  if (only && !second) {
    const rest = only.taken === 0 ? only.docs : only.docs.slice(only.taken)
    only.taken = only.docs.length
    return rest
  }
  const docs: TimedDoc<Row>[] = []
  for (;;) {
    const head = firstOf(heads, direction)
    const doc = head?.docs[head.taken]
    if (!head || !doc) return docs
    docs.push(doc)
    head.taken += 1
    if (head.taken === head.docs.length) return docs
  }
}

function firstOf<Row>(heads: readonly Head<Row>[], direction: Direction): Head<Row> | undefined {
  let first: Head<Row> | undefined
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
export async function rowsOf<Row>(docs: readonly TimedDoc<Row>[]): Promise<RowBatch<Row>> {
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
