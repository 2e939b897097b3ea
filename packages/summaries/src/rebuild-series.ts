import { currentBefore, foldReadings } from './fold-readings.ts'
import { PRIMARY_FRESHNESS_MS } from './primary-tag-window.ts'
import { isSameSummary } from './same-summary.ts'
import type { DueRange, Reading, Series, Summary, SummaryChange } from './series.types.ts'
import { END_OF_TIME } from './summary-marks.ts'

/** The last summary of a rebuild. */
export type RebuildEnd<S> = {
  /** the current summary */
  summary: S
  /** the newest valid row of history; absent when the rebuild ended before it */
  newest?: { time: Date; receivedAt: Date }
  /**
   * the previously stored current summary, which `summary` replaces; present when the rebuild ended before the newest
   * row
   */
  stored?: S
}

/** Result of a rebuild. */
export type RebuildResult<S> = {
  /** stored summaries that differed from history */
  changed: number
  /** absent when the rebuild ended before the current summary */
  last?: RebuildEnd<S>
}

/** Summaries that are read and compared at a time: few around late events, many when all history is read. */
const PAGES = { late: 100, all: 1_000 } as const
/** Maximum conflicts with other writers before a rebuild is postponed. */
const MAX_CONFLICTS = 20

/**
 * Stored summaries that a pass compares with history. They are read before history: a summary that another writer
 * stores meanwhile is unknown to the pass, which therefore leaves it alone.
 */
export type StoredSummaries<S> = {
  /** the stored summary that lasts when the rows begin; null when none begins earlier */
  anchor: S | null
  /** moment of the first row that is read */
  start: Date
  /** stored summaries from `start` on, one more than a pass compares */
  later: readonly S[]
}

/** Reads the stored summaries of the first pass of a rebuild. @see rebuildSeries */
export async function readStored<R extends Reading, S extends Summary>(
  series: Series<R, S>,
  due: DueRange,
  isCurrent: (summary: S) => boolean,
): Promise<StoredSummaries<S>> {
  const anchor = await series.storedBefore(due.from)
  return readLater(series, due, { anchor, start: startAfter(anchor, due, isCurrent) })
}

const readLater = async <R extends Reading, S extends Summary>(
  series: Series<R, S>,
  due: DueRange,
  { anchor, start }: PassStart<S>,
): Promise<StoredSummaries<S>> => ({
  anchor,
  start,
  later: await series.storedFrom(start, pageSizeOf(due) + 1),
})

const pageSizeOf = ({ until }: DueRange): number => (until < END_OF_TIME ? PAGES.late : PAGES.all)

/**
 * Computes the summaries around a period of history and stores them. It reads forward until a row after the period
 * lies in a stored summary of the same content. No event was added from there on, so that summary keeps its end. After
 * a conflict with another writer, the work is repeated from the first change that was to be written.
 * @param isCurrent true for the current summary; the summary after any other may be missing in the store
 * @param first stored summaries, if they were read before the rows that the first pass reads
 * @throws when other writers interfere repeatedly
 */
export async function rebuildSeries<R extends Reading, S extends Summary>(
  series: Series<R, S>,
  due: DueRange,
  isCurrent: (summary: S) => boolean,
  first?: StoredSummaries<S>,
): Promise<RebuildResult<S>> {
  let changed = 0
  let range = due
  let stored = first ?? (await readStored(series, due, isCurrent))
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; ) {
    const { changes, next, last } = await runPass(series, range, stored)
    if (changes.length > 0 && !(await series.write(changes))) {
      conflicts += 1
      range = rangeAround(changes, due)
      stored = await readStored(series, range, isCurrent)
      continue
    }
    changed += changes.length
    if (!next) return { changed, ...(last ? { last } : {}) }
    stored = await readLater(series, range, next)
  }
  throw new Error('summaries change too fast to be worked out')
}

/** Returns the part of a period from the first change on, and up to the last one. */
function rangeAround<S extends Summary>(changes: readonly SummaryChange<S>[], due: DueRange): DueRange {
  const begins = changes.map((change) =>
    (change.kind === 'delete' ? change.stored : change.summary).from.getTime(),
  )
  return {
    from: new Date(Math.max(due.from.getTime(), Math.min(...begins))),
    until: new Date(Math.max(due.until.getTime(), ...begins)),
  }
}

type PassStart<S> = Pick<StoredSummaries<S>, 'anchor' | 'start'>
type Pass<S extends Summary> = {
  changes: SummaryChange<S>[]
  last?: RebuildEnd<S>
  next?: PassStart<S>
}

/** Returns where reading begins: after the anchor, unless the stretch is certain to be within it. */
function startAfter<S extends Summary>(
  anchor: S | null,
  { from }: DueRange,
  isCurrent: (summary: S) => boolean,
): Date {
  if (!anchor) return new Date(0)
  if (anchor.to === null) return isCurrent(anchor) ? from : new Date(anchor.from.getTime() + 1)
  return anchor.to < from ? anchor.to : from
}

async function runPass<R extends Reading, S extends Summary>(
  series: Series<R, S>,
  due: DueRange,
  { anchor, start, later: stored }: StoredSummaries<S>,
): Promise<Pass<S>> {
  const pageSize = pageSizeOf(due)
  const horizon = stored[pageSize]?.from
  const known = new Map([...(anchor ? [anchor] : []), ...stored].map((summary) => [summary._id, summary]))
  const chain = createChain(anchor, stored)
  const open = anchor ? { ...anchor, to: null } : undefined
  const computed: S[] = open ? [open] : []
  const settledFrom = due.until.getTime() + PRIMARY_FRESHNESS_MS
  const current = await currentBefore(series, start)
  let newest = current && { time: current.time, receivedAt: new Date(0) }
  for await (const { reading, begun, summary } of foldReadings(series, series.readings(start), {
    open,
    current,
  })) {
    const { time, receivedAt } = reading
    if (begun && computed.length > 0 && (computed.length > pageSize || (horizon && time >= horizon))) {
      const changes = changesOf(known, stored, computed, time)
      return { changes, next: { anchor: computed.at(-1) ?? null, start: time } }
    }
    if (begun) computed.push(begun)
    newest = { time, receivedAt }
    if (time.getTime() <= settledFrom) continue
    const same = chain.lastingAt(time)
    if (!same || !series.isContinued(same, summary)) continue
    summary.to = same.to
    const changes = changesOf(known, stored, computed, new Date(time.getTime() + 1))
    return { changes, ...(same.to === null ? { last: { summary, stored: same } } : {}) }
  }
  const last = computed.at(-1)
  if (horizon)
    return {
      changes: changesOf(known, stored, computed, horizon),
      next: { anchor: last ?? null, start: horizon },
    }
  return {
    changes: changesOf(known, stored, computed),
    ...(last && newest ? { last: { summary: last, newest } } : {}),
  }
}

/** Creates a lookup over consecutive stored summaries. Moments must be requested in their order. */
function createChain<S extends Summary>(anchor: S | null, stored: readonly S[]) {
  const all = anchor ? [anchor, ...stored] : stored
  let index = 0
  return {
    /**
     * Returns the summary that lasts at a moment, if it lasts until the next stored one begins. It may be a removed
     * summary: another process may have ended it between the reading and the writing of a rebuild.
     */
    lastingAt: (time: Date): S | undefined => {
      for (let next = all[index + 1]; next && next.from <= time; next = all[index + 1]) index += 1
      const summary = all[index]
      if (!summary || summary.from > time || (summary.to !== null && summary.to <= time)) return undefined
      return summary.to?.getTime() === all[index + 1]?.from.getTime() ? summary : undefined
    },
  }
}

/** Returns the changes that make the stored summaries before a moment equal to the computed ones. */
function changesOf<S extends Summary>(
  known: ReadonlyMap<string, S>,
  stored: readonly S[],
  computed: readonly S[],
  before?: Date,
): SummaryChange<S>[] {
  const ids = new Set(computed.map(({ _id }) => _id))
  const wrong = stored.filter((summary) => !ids.has(summary._id) && (!before || summary.from < before))
  return [
    ...wrong.map((summary) => ({ kind: 'delete' as const, stored: summary })),
    ...computed.flatMap((summary): SummaryChange<S>[] => {
      const same = known.get(summary._id)
      if (!same) return [{ kind: 'insert', summary }]
      return isSameSummary(same, summary) ? [] : [{ kind: 'replace', stored: same, summary }]
    }),
  ]
}
