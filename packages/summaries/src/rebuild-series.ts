import { currentBefore, foldReadings } from './fold-readings.ts'
import { PRIMARY_FRESHNESS_MS } from './primary-tag-window.ts'
import type { DueRange, Reading, Series, Summary, SummaryChange } from './series.types.ts'

/** What a rebuild came to. */
export type RebuildResult<S> = {
  /** stored summaries that differed from history */
  changed: number
  /** the one that lasts, and the last row of history; absent when the rebuild ended before */
  last?: { summary: S; time: Date }
}

/** Summaries that are read and compared at a time. */
const PAGE = 1_000
/** Other writers that a rebuild may meet before it is left for later. */
const MAX_CONFLICTS = 5

/**
 * Works out the summaries around a stretch of history and makes the stored ones the same. It reads forward until a stored
 * one agrees behind the stretch, for from there on nothing was added.
 * @param isCurrent whether a summary is known to be the one that lasts now: else what follows it may not be stored
 * @throws when other writers come between again and again
 */
export async function rebuildSeries<R extends Reading, S extends Summary>(
  series: Series<R, S>,
  due: DueRange,
  isCurrent: (summary: S) => boolean,
): Promise<RebuildResult<S>> {
  let changed = 0
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
    const anchor = await series.storedBefore(due.from)
    let step: PassStart<S> | undefined = { anchor, start: startAfter(anchor, due, isCurrent) }
    let isDisturbed = false
    while (step) {
      const pass: Pass<S> = await runPass(series, due, step)
      if (pass.changes.length > 0 && !(await series.write(pass.changes))) {
        isDisturbed = true
        break
      }
      changed += pass.changes.length
      if (!pass.next) return { changed, ...(pass.last ? { last: pass.last } : {}) }
      step = pass.next
    }
    if (!isDisturbed) break
  }
  throw new Error('summaries change too fast to be worked out')
}

/** @param anchor the stored summary that lasts when the rows begin; null when there is none before */
type PassStart<S> = { anchor: S | null; start: Date }
type Pass<S extends Summary> = {
  changes: SummaryChange<S>[]
  last?: { summary: S; time: Date }
  next?: PassStart<S>
}

/** Where reading begins: behind the anchor, unless the stretch lies within it for certain. */
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
  { until }: DueRange,
  { anchor, start }: PassStart<S>,
): Promise<Pass<S>> {
  // Before history is read: what another writer stores meanwhile is not taken for wrong.
  const stored = await series.storedFrom(start, PAGE + 1)
  const horizon = stored[PAGE]?.from
  const known = new Map([...(anchor ? [anchor] : []), ...stored].map((summary) => [summary._id, summary]))
  const followers = new Map(stored.map((summary, index) => [stored[index - 1] ?? anchor, summary]))
  const open = anchor ? { ...anchor, to: null } : undefined
  const computed: S[] = open ? [open] : []
  const settledFrom = until.getTime() + PRIMARY_FRESHNESS_MS
  const current = await currentBefore(series, start)
  let lastTime = current?.time
  for await (const { reading, begun, summary } of foldReadings(series, series.readings(start), {
    open,
    current,
  })) {
    const { time } = reading
    if (begun && computed.length > 0 && (computed.length > PAGE || (horizon && time >= horizon))) {
      const changes = changesOf(known, stored, computed, time)
      return { changes, next: { anchor: computed.at(-1) ?? null, start: time } }
    }
    if (begun) computed.push(begun)
    lastTime = time
    if (time.getTime() <= settledFrom) continue
    const same = known.get(summary._id)
    const isRight = same && agrees(same, summary) && (same.to === null || same.to > time)
    if (!isRight || !isFollowed(same, followers.get(same))) continue
    summary.to = same.to
    return { changes: changesOf(known, stored, computed, time) }
  }
  const last = computed.at(-1)
  if (horizon)
    return {
      changes: changesOf(known, stored, computed, horizon),
      next: { anchor: last ?? null, start: horizon },
    }
  return {
    changes: changesOf(known, stored, computed),
    ...(last && lastTime ? { last: { summary: last, time: lastTime } } : {}),
  }
}

/**
 * Whether a stored summary lasts until the next stored one begins. Where another process wrote between the reading and the
 * writing of a rebuild, the summary that it ended may be one that the rebuild took away.
 */
const isFollowed = <S extends Summary>({ to }: S, next: S | undefined): boolean =>
  to?.getTime() === next?.from.getTime()

/** What makes the stored ones that begin before a moment the same as those that were worked out. */
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
      const isEqual = agrees(same, summary) && same.to?.getTime() === summary.to?.getTime()
      return isEqual ? [] : [{ kind: 'replace', stored: same, summary }]
    }),
  ]
}

const agrees = <S extends Summary>(a: S, b: S): boolean => contentOf(a) === contentOf(b)
const contentOf = (summary: Summary): string => JSON.stringify(sorted({ ...summary, to: null }))

/** The members of an object in the order of their names, so that equal ones give equal texts. */
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, sorted(member)]),
      )
    : value
