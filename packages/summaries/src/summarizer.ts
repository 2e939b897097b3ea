import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceParts } from '@wardtrack/access'
import type { AssetDoc, Types } from '@wardtrack/database'
import { createBackgroundWork } from './background-work.ts'
import { createCrashRecovery, type RecoveryKind, type UnfinishedWork } from './crash-recovery.ts'
import type { DueRange, Summary, SummaryCollection } from './series.types.ts'
import { createStepWriter, type SummaryStep } from './step-writer.ts'
import {
  type ClaimedAsset,
  createSummaryMarks,
  type DueMark,
  END_OF_TIME,
  type MarkedAsset,
  marksOfRecent,
} from './summary-marks.ts'
import { watchMarks } from './watch-marks.ts'

/**
 * Result of a rebuild. `changed` counts stored summaries that differed. After `again`, the asset is read and rebuilt
 * again because it has changed meanwhile. With `later`, an event is in history and not yet in its asset.
 */
export type RebuildOutcome = { changed: number; next: 'done' | 'again' | 'later' }

const ORDER = ['done', 'again', 'later'] as const
/** Joins two results: work that has to be repeated prevails. */
export const laterOf = (a: RebuildOutcome, b: RebuildOutcome): RebuildOutcome => ({
  changed: a.changed + b.changed,
  next: ORDER.indexOf(a.next) > ORDER.indexOf(b.next) ? a.next : b.next,
})

/** Parts that define a kind of summaries and its computation. */
export type SummaryKind = RecoveryKind & {
  collection: SummaryCollection
  /** rebuilds the summaries of an asset. @param isLastRound true to leave further changes to the next event */
  rebuild(asset: AssetDoc, due: DueRange, isLastRound: boolean): Promise<RebuildOutcome>
  /** marks for assets of a page whose newest summary is not stored */
  findIncomplete(assets: readonly AssetDoc[]): Promise<DueMark[]>
  /** marks for assets of a page whose history is newer than the asset, because of a crash */
  findBehind(assets: readonly AssetDoc[]): Promise<DueMark[]>
  /** members of an asset that `findIncomplete` and `findBehind` read */
  members: Readonly<Record<string, 1>>
}

/** Keeps one kind of summaries consistent with history. */
export type Summarizer<S extends Summary> = {
  /** resolves when later crashes will be noticed; call it before events are accepted */
  ready(): Promise<void>
  /** accepts the summaries that events in their order ended and began; they are written in the background */
  note(steps: readonly { series: string; step: SummaryStep<S> }[]): void
  /**
   * marks the periods of late events durably. Call it after their history rows are stored, and before they are
   * acknowledged
   */
  mark(marks: readonly DueMark[]): Promise<void>
  /**
   * marks the periods of late events durably, before their history rows are stored. So the events are found even if
   * this process ends in between and the sender never repeats them, unless history was read in between. Call `mark`
   * too: it costs nothing unless history was read.
   */
  markBeforeWrite(marks: readonly DueMark[]): Promise<void>
  /** has assets rebuilt from history, when events before a crash may be missing from their summaries */
  queueRebuild(marks: readonly DueMark[]): void
  /** searches for marks and stores them, in the background */
  queueSearch(findMarks: () => Promise<readonly DueMark[]>): void
  /** resolves when the summaries contain everything noted and marked so far */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Times in milliseconds. The pause after some assets, or a page of them, is `work` times as long as their work. It is
 * shorter the older the oldest mark is, and zero once that mark is as old as `urgent`. The longest pause after a page
 * is `maxPauseMs`, so that new marks do not wait longer.
 */
const INTERVALS = {
  write: 100,
  rebuild: 2_000,
  sweep: 10_000,
  confirm: 30_000,
  retry: 1_000,
  work: 4,
  maxRebuildPauseMs: 2_000,
  maxPauseMs: 250,
  urgent: 20_000,
} as const
/** Assets that are checked at the start, and marked assets that are read, in one page. */
const PAGE = 200
/**
 * Marked assets that are rebuilt at the same time. A slow store answers many together, so an urgent mark brings more.
 */
const AT_A_TIME = { usual: 4, urgent: 32 } as const
/** Maximum rebuilds of an asset that other writers may disturb, before it is postponed. */
const MAX_ROUNDS = 5

/** Parts of a summarizer. `metrics` shows the age of its marks. */
export type SummarizerParts = Pick<ServiceParts, 'db' | 'log' | 'clock' | 'cacheMode'> &
  Partial<Pick<ServiceParts, 'metrics'>>

/**
 * Creates the summarizer of a process. Events in their order cost no read: their summaries are written in large
 * statements in the background. Late events mark their asset, and its summaries are rebuilt from history at a slow
 * pace, because that takes reads. Leftovers of a crash or of other processes are rebuilt too.
 */
export function createSummarizer<S extends Summary>(
  parts: SummarizerParts,
  kind: SummaryKind,
): Summarizer<S> {
  const { db, log, clock, cacheMode } = parts
  const recovery = createCrashRecovery(parts, kind)
  const steps = createStepWriter<S>(db, kind.collection, cacheMode)
  const marks = createSummaryMarks({ db, cacheMode }, kind.member)
  const work = createBackgroundWork((error) =>
    log.warn({ err: error, of: kind.member }, 'summaries wait for later'),
  )
  let later: DueMark[] = []
  let searches: (() => Promise<readonly DueMark[]>)[] = []
  /** assets whose rebuild failed or has to wait, and until when by the monotonic clock; they delay no other asset */
  const postponed = new Map<string, number>()

  const writeSteps = async (): Promise<void> => {
    if (steps.size() > 0) later.push(...(await steps.write()).map(markOf))
    const [dueMarks, dueSearches] = [later, searches]
    later = []
    searches = []
    for (const findMarks of dueSearches)
      dueMarks.push(
        ...(await findMarks().catch((error: unknown) => {
          searches.push(findMarks)
          later.push(...dueMarks.splice(0))
          throw error
        })),
      )
    await marks.add(dueMarks).catch((error: unknown) => {
      later.push(...dueMarks)
      throw error
    })
    if (dueMarks.length > 0) work.start('rebuild', rebuildSome, INTERVALS.rebuild)
  }
  const findDue = async (): Promise<MarkedAsset[]> => {
    const now = performance.now()
    for (const [asset, until] of postponed) if (until <= now) postponed.delete(asset)
    // Marks are claimed right after reading: a mark that has changed since it was read cannot be claimed.
    const marked = await marks.find(AT_A_TIME.urgent + postponed.size)
    return marked.filter(({ _id }) => !postponed.has(_id.toHexString()))
  }
  const rebuildSome = async (): Promise<void> => {
    const due = await findDue()
    const [oldest] = due
    if (!oldest) {
      if (postponed.size > 0) work.start('rebuild', rebuildSome, INTERVALS.retry)
      return
    }
    const ageOfOldest = (): number => Math.max(0, Date.now() - (oldest.due.at?.getTime() ?? 0))
    const some = due.slice(0, ageOfOldest() < INTERVALS.urgent ? AT_A_TIME.usual : AT_A_TIME.urgent)
    const started = performance.now()
    // Waiting steps are written first, so that a rebuild reads them.
    await writeSteps()
    await Promise.all(some.map(rebuildAsset))
    const took = performance.now() - started
    const share = Math.max(0, 1 - ageOfOldest() / INTERVALS.urgent)
    work.start('rebuild', rebuildSome, Math.min(took * INTERVALS.work, INTERVALS.maxRebuildPauseMs) * share)
  }
  const rebuildAsset = async (marked: MarkedAsset): Promise<void> => {
    const claimed = await marks.claim(marked)
    if (!claimed) return
    const isDone = await finish(claimed).catch((error: unknown) => {
      log.warn({ err: error, of: kind.member }, 'summaries of an asset wait for later')
      return false
    })
    if (isDone) return marks.clear(claimed)
    postponed.set(marked._id.toHexString(), performance.now() + INTERVALS.retry)
    await marks.release(claimed)
  }
  /** Rebuilds an asset. @returns true when its summaries match history now */
  const finish = async ({ asset, due: range }: ClaimedAsset): Promise<boolean> => {
    let current: AssetDoc | null = asset
    // Another process may have written a step between the reading and the writing. A rebuild that changes nothing
    // proves that the summaries are complete.
    for (let round = 1; current && round <= MAX_ROUNDS; round += 1) {
      const { changed, next } = await kind.rebuild(current, range, round === MAX_ROUNDS)
      if (next === 'later') return false
      if (next === 'done' && (changed === 0 || cacheMode === 'local')) return true
      current = await db.models.assets.findOne({ _id: asset._id })
    }
    return current === null
  }
  const recover = async (): Promise<void> => {
    const unfinished = await recovery.findUnfinished()
    if (!unfinished) return
    for await (const found of recovery.marksSince(unfinished.until)) await marks.add(found)
    await scanAssets(unfinished)
    await recovery.finish(unfinished)
    work.start('rebuild', rebuildSome, 0)
  }
  const catchUp = async (): Promise<void> => {
    await recover()
    await scanAssets()
    work.start('rebuild', rebuildSome, 0)
  }
  const confirm = async (): Promise<void> => {
    const now = clock.now()
    await writeSteps()
    await recovery.confirm(now)
  }
  /** Checks all assets, more thoroughly after a crash. */
  const scanAssets = async (unfinished?: UnfinishedWork): Promise<void> => {
    const find = unfinished ? kind.findBehind : kind.findIncomplete
    let after: Types.ObjectId | undefined
    while (!work.isClosed()) {
      const started = performance.now()
      // driver: reads all assets, with few members each
      const page = await db.driver.assets
        .find(after ? { _id: { $gt: after } } : {}, { projection: { AssetType: 1, ...kind.members } })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray()
      if (page.length === 0) return
      later.push(...(await find(page)))
      if (unfinished)
        for (const asset of page)
          later.push(...marksOfRecent(asset._id, asset[kind.member], unfinished.until))
      await writeSteps()
      if (page.length < PAGE) return
      after = page.at(-1)?._id
      // The pause leaves time for people who open lists right after a start.
      await sleep(Math.min((performance.now() - started) * INTERVALS.work, INTERVALS.maxPauseMs))
    }
  }
  void work.run(catchUp).catch((error: unknown) => {
    log.warn({ err: error, of: kind.member }, 'summaries are caught up later')
    work.start('catch up', catchUp, INTERVALS.retry)
  })
  const watching = watchMarks(parts, kind.member)
  const beginning = recovery.begin()
  // Callers that wait for it receive the error.
  beginning.catch(() => undefined)
  const timers = [
    setInterval(() => work.start('rebuild', rebuildSome, 0), INTERVALS.sweep),
    setInterval(() => {
      work.start('confirm', confirm, 0)
      if (cacheMode === 'shared') work.start('recover', recover, 0)
    }, INTERVALS.confirm),
  ]
  for (const timer of timers) timer.unref()
  const mark = async (added: readonly DueMark[]): Promise<void> => {
    if (added.length === 0) return
    await marks.add(added)
    work.start('rebuild', rebuildSome, INTERVALS.rebuild)
  }
  return {
    ready: () => beginning,
    note: (noted) => {
      if (noted.length === 0) return
      for (const { series, step } of noted) if (!steps.add(series, step)) later.push(markOf(step))
      work.start('write', writeSteps, INTERVALS.write)
    },
    mark,
    markBeforeWrite: mark,
    queueRebuild: (added) => {
      if (added.length === 0) return
      later.push(...added)
      work.start('write', writeSteps, INTERVALS.write)
    },
    queueSearch: (findMarks) => {
      searches.push(findMarks)
      work.start('write', writeSteps, INTERVALS.write)
    },
    idle: async () => {
      await work.run(async () => {
        do {
          await writeSteps()
          for (const marked of await marks.find(PAGE)) await rebuildAsset(marked)
        } while (steps.size() + later.length + searches.length + (await marks.find(1)).length > 0)
      })
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      watching.close()
      await work.close()
      await beginning
        .then(writeSteps)
        .then(recovery.end)
        .catch((error: unknown) => log.warn({ err: error }, 'summaries are caught up later'))
    },
  }
}

/** Creates the mark of a step: from the beginning of the summary that should end, to the end of history. */
const markOf = <S extends Summary>({ asset, ended, begun }: SummaryStep<S>): DueMark => ({
  asset,
  from: ended ? ended.to : begun.from,
  until: END_OF_TIME,
})
