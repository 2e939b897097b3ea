import { type CurrentPosition, isOutranked, PRIMARY_FRESHNESS_MS, rankOf } from './primary-tag-window.ts'
import type { Reading, Series, Summary } from './series.types.ts'

/** Yields the valid row of each moment, oldest first. */
export async function* onePerMoment<R extends Reading>(readings: AsyncIterable<R>): AsyncGenerator<R> {
  let chosen: R | undefined
  for await (const reading of readings) {
    if (chosen && chosen.time.getTime() === reading.time.getTime()) {
      if (isBefore(reading, chosen)) chosen = reading
      continue
    }
    if (chosen) yield chosen
    chosen = reading
  }
  if (chosen) yield chosen
}

/** Returns true if a row has priority over another one of the same moment. */
export const isBefore = (a: Reading, b: Reading): boolean => {
  const difference = rankOf(a.tagRole) - rankOf(b.tagRole) || a.receivedAt.getTime() - b.receivedAt.getTime()
  return difference === 0 ? a._id < b._id : difference < 0
}

/**
 * Returns the newest valid row before a moment. Only the rows of the preceding {@link PRIMARY_FRESHNESS_MS} decide.
 */
export async function currentBefore<R extends Reading>(
  { readingsBefore }: Pick<Series<R, Summary>, 'readingsBefore'>,
  before: Date,
): Promise<CurrentPosition | undefined> {
  const newestFirst = (await readingsBefore?.(before)) ?? []
  const moments: R[] = []
  for await (const reading of onePerMoment(iterate(newestFirst))) moments.push(reading)
  const [newest] = moments
  const leading = moments.find(({ tagRole }) => tagRole !== 'other')
  if (!newest) return undefined
  const isPrimary = leading?.tagRole === 'primary'
  const isFresh = leading && newest.time.getTime() - leading.time.getTime() <= PRIMARY_FRESHNESS_MS
  return isPrimary && isFresh ? { time: leading.time, isPrimary } : { time: newest.time, isPrimary: false }
}

async function* iterate<R>(readings: readonly R[]): AsyncGenerator<R> {
  yield* readings
}

/** One step of {@link foldReadings}: a valid row, and the summary that it begins, if any. */
export type MergeStep<R, S> = { reading: R; begun: S | undefined; summary: S }

/**
 * Turns rows of history into summaries. Each summary ends where the next begins.
 * @param open the current summary when the rows begin
 */
export async function* foldReadings<R extends Reading, S extends Summary>(
  series: Pick<Series<R, S>, 'keyOf' | 'keyOfSummary' | 'begin'>,
  readings: AsyncIterable<R>,
  { open, current }: { open: S | undefined; current: CurrentPosition | undefined },
): AsyncGenerator<MergeStep<R, S>> {
  let summary = open
  let last = current
  for await (const reading of onePerMoment(readings)) {
    const key = series.keyOf(reading)
    if (key === undefined || isOutranked(reading, last)) continue
    let begun: S | undefined
    if (!summary || series.keyOfSummary(summary) !== key) {
      begun = series.begin(reading, summary && { summary, lastSeenAt: last?.time ?? summary.from })
      if (summary) summary.to = reading.time
      summary = begun
    }
    last = { time: reading.time, isPrimary: reading.tagRole === 'primary' }
    yield { reading, begun, summary }
  }
}
