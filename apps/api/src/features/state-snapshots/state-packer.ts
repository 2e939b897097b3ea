import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@wardtrack/access'
import { type Database, statePeriodOf, trusted } from '@wardtrack/database'
import { AssetNumbers } from './asset-numbers.ts'
import { packStates } from './pack-states.ts'
import { repairStates } from './repair-states.ts'
import {
  claimSnapshots,
  deleteSnapshots,
  firstPeriod,
  moveProgress,
  readProgress,
} from './snapshots.store.ts'

/** Makes snapshots of the states of all assets, period by period, and repairs them. */
export type StatePacker = {
  /** does what is due now; resolves when it is done, or another process does it */
  pack(): Promise<void>
  close(): Promise<void>
}

type PackerParts = Pick<ServiceParts, 'db' | 'log' | 'cacheMode'> & {
  clock: Pick<ServiceParts['clock'], 'now'>
}

const INTERVAL_MS = 15_000
/** How long after its end a period is settled: what is stored of it later is noted (`createLateStates`). */
const SETTLED_AFTER_MS = 90_000
/** How old a note has to be: the write that it announces has come to an end by then. */
const NOTE_RESTS_MS = 60_000
/** A process that is silent for so long has lost its claim. */
const CLAIM_MS = 120_000
const NOTES_PAGE = 200

/** Starts to make snapshots; one process at a time does. @param intervalMs how often it is looked for what is due */
export function startStatePacker(
  { db, clock, log, cacheMode }: PackerParts,
  intervalMs: number = INTERVAL_MS,
): StatePacker {
  const worker = randomUUID()
  const numbers = new AssetNumbers(db)
  let isClosed = false
  let work: Promise<void> | undefined

  const claim = (): Promise<boolean> => {
    const now = clock.now()
    return claimSnapshots(db, worker, { now, claimedUntil: now + CLAIM_MS, isAlone: cacheMode === 'local' })
  }
  const packUntil = async (from: number, until: number, isFirst: boolean): Promise<void> => {
    // What a process stored that was ended before it said so, or what means something else.
    await deleteSnapshots(db, isFirst ? 0 : from)
    await packStates(db, numbers, { from, until }, async (stored) => {
      const claimedUntil = clock.now() + CLAIM_MS
      return (await moveProgress(db, worker, { until: stored, claimedUntil })) && !isClosed
    })
  }
  const repair = async (until: number | undefined): Promise<void> => {
    const before = clock.now() - NOTE_RESTS_MS
    while (!isClosed) {
      const notes = await restedNotes(db, before)
      for (const { _id, period, at } of notes) {
        if (isClosed || !(await claim())) return
        // What has no snapshots yet is read when they are made.
        if (until !== undefined && period.getTime() < until) await repairStates(db, numbers, period.getTime())
        await db.models.lateStates.deleteOne({ _id, at })
      }
      if (notes.length < NOTES_PAGE) return
    }
  }
  const pack = async (): Promise<void> => {
    const progress = await readProgress(db)
    const from = progress?.until?.getTime() ?? (await firstPeriod(db))
    if (from === undefined) return
    const settled = statePeriodOf(clock.now() - SETTLED_AFTER_MS)
    const until = Math.min(settled, await firstFreshNote(db, from, clock.now() - NOTE_RESTS_MS))
    const hasNotes = (await restedNotes(db, clock.now() - NOTE_RESTS_MS, 1)).length > 0
    if ((until <= from && !hasNotes) || isClosed || !(await claim())) return
    await numbers.load()
    await repair(progress?.until?.getTime())
    if (until > from && !isClosed) await packUntil(from, until, progress === undefined)
  }
  const start = (): Promise<void> => {
    work ??= pack().finally(() => {
      work = undefined
    })
    return work
  }
  const timer = setInterval(() => {
    start().catch((error: unknown) => log.warn({ err: error }, 'snapshots of states are made later'))
  }, intervalMs)
  timer.unref()
  return {
    pack: start,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await work?.catch(() => undefined)
    },
  }
}

const restedNotes = ({ models }: Database, before: number, most = NOTES_PAGE) =>
  models.lateStates
    .find({ at: trusted({ $lt: new Date(before) }) })
    .sort({ _id: 1 })
    .limit(most)

/** The first period at or behind a moment that may be written to just now; infinity when none is. */
async function firstFreshNote({ models }: Database, from: number, since: number): Promise<number> {
  const fresh = { period: trusted({ $gte: new Date(from) }), at: trusted({ $gte: new Date(since) }) }
  const [note] = await models.lateStates.find(fresh).sort({ _id: 1 }).limit(1)
  return note ? statePeriodOf(note.period.getTime()) : Number.POSITIVE_INFINITY
}
