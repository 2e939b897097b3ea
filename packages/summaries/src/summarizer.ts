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
} from './summary-marks.ts'
import { watchMarks } from './watch-marks.ts'

/**
 * Result of a rebuild. `changed`: stored summaries that differed. `again`: the asset has changed meanwhile, so it is read
 * and rebuilt again. `later`: an event is in history and not yet in its asset.
 */
export type RebuildOutcome = { changed: number; next: 'done' | 'again' | 'later' }

const ORDER = ['done', 'again', 'later'] as const
/** Joins two results: what has to be done again prevails. */
export const laterOf = (a: RebuildOutcome, b: RebuildOutcome): RebuildOutcome => ({
  changed: a.changed + b.changed,
  next: ORDER.indexOf(a.next) > ORDER.indexOf(b.next) ? a.next : b.next,
})

/** What kind of summaries a summarizer keeps, and how they are worked out. */
export type SummaryKind = RecoveryKind & {
  collection: SummaryCollection
  /** works out the summaries of an asset again. @param isLastRound what changes too fast is left to the next event */
  rebuild(asset: AssetDoc, due: DueRange, isLastRound: boolean): Promise<RebuildOutcome>
  /** marks for assets of a page whose newest summary is not stored */
  findIncomplete(assets: readonly AssetDoc[]): Promise<DueMark[]>
  /** marks for assets of a page of which history holds something newer than they were told, as a crash leaves it */
  findBehind(assets: readonly AssetDoc[]): Promise<DueMark[]>
  /** members of an asset that `findIncomplete` and `findBehind` read */
  members: Readonly<Record<string, 1>>
}

/** Keeps one kind of summaries in line with history. */
export type Summarizer<S extends Summary> = {
  /** resolves when a crash from now on will be noticed: to be waited for before events are taken */
  ready(): Promise<void>
  /** takes up what events in their order ended and began; it is written beside the events that follow */
  note(steps: readonly { series: string; step: SummaryStep<S> }[]): void
  /** marks what came late, durably. To be called when its rows of history are stored, and before it is acknowledged */
  mark(marks: readonly DueMark[]): Promise<void>
  /**
   * marks what comes late, durably, before its rows of history are stored: should this process end between the two, and
   * the sender never repeat, they are found unless somebody looked at history in between. `mark` is called for them
   * nevertheless, and costs nothing unless somebody has
   */
  markAhead(marks: readonly DueMark[]): Promise<void>
  /** has assets worked out from history: for what was noted of them before a crash nobody answers */
  markLater(marks: readonly DueMark[]): void
  /** has marks looked for beside the events that follow, and stored */
  markAfter(findMarks: () => Promise<readonly DueMark[]>): void
  /** resolves when everything that was noted and marked so far is in the summaries */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Milliseconds. `work`: times as long as the work on some assets, or on a page of them, took is waited before the next;
 * the older the oldest mark, the shorter, and no time at all once it is as old as `urgent`. `mostRest`: what is noted
 * meanwhile waits no longer behind a page
 */
const PACE = {
  write: 100,
  rebuild: 2_000,
  sweep: 10_000,
  confirm: 30_000,
  retry: 1_000,
  work: 4,
  mostWork: 2_000,
  mostRest: 250,
  urgent: 20_000,
} as const
/** Assets that are looked through at the start, and marked assets that are read at a time until none is left. */
const PAGE = 200
/** Marked assets that are worked on at the same time. A slow store answers many together, so an urgent mark brings more. */
const AT_A_TIME = { usual: 4, urgent: 32 } as const
/** Rebuilds of an asset that other writers may disturb one after the other, before it is left for later. */
const MOST_ROUNDS = 5

/** What a summarizer is made from. `metrics`: where the age of its marks is shown. */
export type SummarizerParts = Pick<ServiceParts, 'db' | 'log' | 'clock' | 'cacheMode'> &
  Partial<Pick<ServiceParts, 'metrics'>>

/**
 * Makes the summarizer of a process. What comes in its order costs no read: it is noted, and written in large
 * statements beside the events. What came late is marked in its asset and worked out from history, without haste, for
 * that takes reads; so is whatever a crash or another process left otherwise than it was thought to be.
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
  /** assets whose rebuild failed or has to wait, and until when by the monotonic clock: they hold up no other */
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
    if (dueMarks.length > 0) work.start('rebuild', rebuildSome, PACE.rebuild)
  }
  const findDue = async (): Promise<MarkedAsset[]> => {
    const now = performance.now()
    for (const [asset, until] of postponed) if (until <= now) postponed.delete(asset)
    // As they are claimed right away: a mark that has changed since it was read cannot be claimed.
    const marked = await marks.find(AT_A_TIME.urgent + postponed.size)
    return marked.filter(({ _id }) => !postponed.has(_id.toHexString()))
  }
  const rebuildSome = async (): Promise<void> => {
    const due = await findDue()
    const [oldest] = due
    if (!oldest) {
      if (postponed.size > 0) work.start('rebuild', rebuildSome, PACE.retry)
      return
    }
    const ageOfOldest = (): number => Math.max(0, Date.now() - (oldest.due.at?.getTime() ?? 0))
    const some = due.slice(0, ageOfOldest() < PACE.urgent ? AT_A_TIME.usual : AT_A_TIME.urgent)
    const started = performance.now()
    // Steps that wait are read by a rebuild as what they are.
    await writeSteps()
    await Promise.all(some.map(rebuildAsset))
    const took = performance.now() - started
    const share = Math.max(0, 1 - ageOfOldest() / PACE.urgent)
    work.start('rebuild', rebuildSome, Math.min(took * PACE.work, PACE.mostWork) * share)
  }
  const rebuildAsset = async (marked: MarkedAsset): Promise<void> => {
    const claimed = await marks.claim(marked)
    if (!claimed) return
    const isDone = await finish(claimed).catch((error: unknown) => {
      log.warn({ err: error, of: kind.member }, 'summaries of an asset wait for later')
      return false
    })
    if (isDone) return marks.clear(claimed)
    postponed.set(marked._id.toHexString(), performance.now() + PACE.retry)
    await marks.release(claimed)
  }
  /** Works an asset out. @returns whether its summaries are those of history now */
  const finish = async ({ asset, due: range }: ClaimedAsset): Promise<boolean> => {
    let current: AssetDoc | null = asset
    // Another process may have written a step between the reading and the writing: a rebuild that changes nothing has
    // read what there is.
    for (let round = 1; current && round <= MOST_ROUNDS; round += 1) {
      const { changed, next } = await kind.rebuild(current, range, round === MOST_ROUNDS)
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
    await lookThrough(unfinished)
    await recovery.finish(unfinished)
    work.start('rebuild', rebuildSome, 0)
  }
  const catchUp = async (): Promise<void> => {
    await recover()
    await lookThrough()
    work.start('rebuild', rebuildSome, 0)
  }
  const confirm = async (): Promise<void> => {
    const now = clock.now()
    await writeSteps()
    await recovery.confirm(now)
  }
  /** Goes through all assets, after a crash more closely. */
  const lookThrough = async (unfinished?: UnfinishedWork): Promise<void> => {
    const find = unfinished ? kind.findBehind : kind.findIncomplete
    let after: Types.ObjectId | undefined
    while (!work.isClosed()) {
      const started = performance.now()
      // driver: all assets are passed, of which few members are read
      const page = await db.driver.assets
        .find(after ? { _id: { $gt: after } } : {}, { projection: { AssetType: 1, ...kind.members } })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray()
      if (page.length === 0) return
      later.push(...(await find(page)))
      await writeSteps()
      if (page.length < PAGE) return
      after = page.at(-1)?._id
      // Whoever opens a list after a start shares the process with this.
      await sleep(Math.min((performance.now() - started) * PACE.work, PACE.mostRest))
    }
  }
  void work.run(catchUp).catch((error: unknown) => {
    log.warn({ err: error, of: kind.member }, 'summaries are caught up later')
    work.start('catch up', catchUp, PACE.retry)
  })
  const watching = watchMarks(parts, kind.member)
  const beginning = recovery.begin()
  // Whoever waits for it learns of a failure.
  beginning.catch(() => undefined)
  const timers = [
    setInterval(() => work.start('rebuild', rebuildSome, 0), PACE.sweep),
    setInterval(() => {
      work.start('confirm', confirm, 0)
      if (cacheMode === 'shared') work.start('recover', recover, 0)
    }, PACE.confirm),
  ]
  for (const timer of timers) timer.unref()
  const mark = async (added: readonly DueMark[]): Promise<void> => {
    if (added.length === 0) return
    await marks.add(added)
    work.start('rebuild', rebuildSome, PACE.rebuild)
  }
  return {
    ready: () => beginning,
    note: (noted) => {
      if (noted.length === 0) return
      for (const { series, step } of noted) if (!steps.add(series, step)) later.push(markOf(step))
      work.start('write', writeSteps, PACE.write)
    },
    mark,
    markAhead: mark,
    markLater: (added) => {
      if (added.length === 0) return
      later.push(...added)
      work.start('write', writeSteps, PACE.write)
    },
    markAfter: (findMarks) => {
      searches.push(findMarks)
      work.start('write', writeSteps, PACE.write)
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

/** From where the summary began that was to end, up to whatever history holds. */
const markOf = <S extends Summary>({ asset, ended, begun }: SummaryStep<S>): DueMark => ({
  asset,
  from: ended ? ended.to : begun.from,
  until: END_OF_TIME,
})
